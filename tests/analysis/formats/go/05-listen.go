package fahrplan

// Rollen, die es gibt:
//   - Fahrer
//   - Mitfahrer, die kein Auto haben
//   - Disponenten
//
// # Rechte
//
// Nur ein Disponent darf löschen.
type Rolle int

package fahrplan

// Rollen, die es gibt:
//   - Fahrer*in
//   - Mitfahrende, die kein Auto haben
//   - Disponent*innen
//
// # Rechte
//
// Nur ein*e Disponent*in darf löschen.
type Rolle int

// Package fahrplan verteilt Fahrten auf Fahrer.
//
// Ein Fahrer meldet sich mit [Melde] an; seine Mitfahrer sieht er danach.
package fahrplan

// Fahrer ist jemand, der ein Auto hat.
type Fahrer struct {
	Name string // Name des Fahrers
}

// Package fahrplan verteilt Fahrten auf Fahrer*innen.
//
// Ein*e Fahrer*in meldet sich mit [Melde] an; seine*ihre Mitfahrenden sieht er*sie danach.
package fahrplan

// Fahrer*in ist jemand, der*die ein Auto hat.
type Fahrer struct {
	Name string // Name des*der Fahrer*in
}

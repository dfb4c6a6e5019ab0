package fahrplan

// Melde meldet eine*n Fahrer*in an. Ist der*die Fahrer*in schon bekannt, so gibt sie
// [ErrBekannt] zurück.
//
// Beispiel:
//
//	f := Melde("Der Fahrer") // der Fahrer
//
// Danach kann ein*e Administrator*in den*die Fahrer*in freischalten.
func Melde(name string) error { return nil }

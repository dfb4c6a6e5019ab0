package fahrplan

// mitgemeint: ignore-word Fahrer

// Jeder Fahrer hat einen Beifahrer.
type Paar struct{}

// Der Lotse sagt den Weg an. mitgemeint: ignore-line
func Ansage() {}

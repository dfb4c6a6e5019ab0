package fahrplan

// mitgemeint: ignore-word Fahrer

// Jeder Fahrer hat eine*n Beifahrer*in.
type Paar struct{}

// Der Lotse sagt den Weg an. mitgemeint: ignore-line
func Ansage() {}

//go:build linux
// +build linux

package fahrplan

//go:generate stringer -type=Fahrer

// Der Schaffner kontrolliert die Fahrgäste.
func Kontrolliere() {} //nolint:lehrer

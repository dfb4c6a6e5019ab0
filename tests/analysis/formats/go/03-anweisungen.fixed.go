//go:build linux
// +build linux

package fahrplan

//go:generate stringer -type=Fahrer

// Der*die Schaffner*in kontrolliert die Fahrgäste.
func Kontrolliere() {} //nolint:lehrer

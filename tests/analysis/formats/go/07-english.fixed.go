package fahrplan

// Ride is a trip that a Fahrer offers.
type Ride struct{}

// Fahrt ist eine Reise, die ein*e Anbieter*in einstellt und ein*e Kund*in bucht.
type Fahrt struct{}

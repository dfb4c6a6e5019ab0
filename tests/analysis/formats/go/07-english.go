package fahrplan

// Ride is a trip that a Fahrer offers.
type Ride struct{}

// Fahrt ist eine Reise, die ein Anbieter einstellt und ein Kunde bucht.
type Fahrt struct{}

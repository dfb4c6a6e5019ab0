package fahrplan

var text = `Der Fahrer // nein
/* der Fahrer */`

var zeichen = '"' // Der Fahrgast sieht es nicht, der Fahrer schon.
var andere = "\"Fahrer\" // nein" /* Der Schaffner zählt die Karten. */

package fahrplan

var text = `Der Fahrer // nein
/* der Fahrer */`

var zeichen = '"' // Der Fahrgast sieht es nicht, der*die Fahrer*in schon.
var andere = "\"Fahrer\" // nein" /* Der*die Schaffner*in zählt die Karten. */

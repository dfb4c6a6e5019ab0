package fahrplan

/*
Die Auswertung läuft nachts. Der Betreiber erhält einen Bericht:

	Fahrer  12
	Kunden  80

Die Kunden erfahren davon nichts.
*/
const (
	a = iota // erster Kunde
	b        // zweiter Kunde
)

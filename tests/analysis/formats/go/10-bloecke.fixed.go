package fahrplan

/*
Die Auswertung läuft nachts. Der*die Betreiber*in erhält einen Bericht:

	Fahrer  12
	Kunden  80

Die Kundschaft erfährt davon nichts.
*/
const (
	a = iota // erste*r Kund*in
	b        // zweite*r Kund*in
)

// Mehr Zuschauer passen nicht hinein.
const int zuschauer = 1'000'000; // Zuschauer je Jahr
const char zeichen = '\\'; // kein Spieler
/* Ein Zuschauer zahlt zehn Euro,
   ein Schüler fünf. */
int preis(bool schueler);

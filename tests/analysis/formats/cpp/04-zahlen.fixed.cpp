// Mehr Publikum passt nicht hinein.
const int zuschauer = 1'000'000; // Zuschauende je Jahr
const char zeichen = '\\'; // kein*e Spieler*in
/* Ein*e Zuschauer*in zahlt zehn Euro,
   ein*e Schüler*in fünf. */
int preis(bool schueler);

// Größe der Tabelle: Für jede*n Prüfer*in eine Zeile
// (auch für Prüferinnen, die gerade fehlen)
unsigned größe; /* „Prüfer“ ist hier ein Wort der Ordnung von 1985 */

// Straße und Hausnummer der Käufer*innen
char straße[80];

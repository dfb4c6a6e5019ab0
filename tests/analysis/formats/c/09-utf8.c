// Größe der Tabelle: Für jeden Prüfer eine Zeile
// (auch für Prüferinnen, die gerade fehlen)
unsigned größe; /* „Prüfer“ ist hier ein Wort der Ordnung von 1985 */

// Straße und Hausnummer der Käufer
char straße[80];

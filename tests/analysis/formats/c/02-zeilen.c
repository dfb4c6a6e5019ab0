int zahl_der_kunden; // Kunden, die schon gezahlt haben
char c = '"';        // Der Leser ist kein Text "Lehrer"
char d = '\'';       /* Der Besitzer */

// Ein Benutzer ohne Namen
// wird übersprungen.
int lies(void);

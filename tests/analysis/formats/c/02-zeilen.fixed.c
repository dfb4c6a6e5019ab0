int zahl_der_kunden; // Kund*innen, die schon gezahlt haben
char c = '"';        // Der*die Leser*in ist kein Text "Lehrer"
char d = '\'';       /* Der*die Besitzer*in */

// Ein*e Benutzer*in ohne Namen
// wird übersprungen.
int lies(void);

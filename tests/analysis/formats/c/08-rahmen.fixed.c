/*******************************************************
 *  Kassenbuch des Vereins
 *  Für Kassenwart*innen und ihre Stellvertreter*innen
 *******************************************************/

/* ---- Mitglieder ---- */

/* Der*die Kassenprüfer*in darf nur lesen. */
int darf_schreiben(int rolle);

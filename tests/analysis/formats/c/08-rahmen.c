/*******************************************************
 *  Kassenbuch des Vereins
 *  Für Kassenwarte und ihre Stellvertreter
 *******************************************************/

/* ---- Mitglieder ---- */

/* Der Kassenprüfer darf nur lesen. */
int darf_schreiben(int rolle);

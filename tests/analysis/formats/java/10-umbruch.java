/**
 * Berechnet, wie viel ein Mieter
 * im Monat zahlt. Zieht der Mieter
 * aus, so rechnet der Vermieter
 * auf den Tag genau ab.
 *
 * @param tage
 *            die Tage, an denen der Mieter
 *            noch in der Wohnung war
 */
record Miete(int tage) {}

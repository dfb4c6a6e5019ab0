/**
 * Berechnet, wie viel eine Mietpartei
 * im Monat zahlt. Zieht die Mietpartei
 * aus, so rechnet der*die Vermieter*in
 * auf den Tag genau ab.
 *
 * @param tage
 *            die Tage, an denen die Mietpartei
 *            noch in der Wohnung war
 */
record Miete(int tage) {}

/*
 * Offen:
 * - Gäste einladen
 * - Referenten anschreiben
 * - Dolmetscher bestellen
 *
 * 1) Zuerst fragt der Veranstalter an,
 * 2) dann sagt der Referent zu.
 */
export = {};

/*
 * Offen:
 * - Gäste einladen
 * - Referent*innen anschreiben
 * - Dolmetschende bestellen
 *
 * 1) Zuerst fragt der*die Veranstalter*in an,
 * 2) dann sagt der*die Referent*in zu.
 */
export = {};

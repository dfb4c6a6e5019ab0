/**
 * Lädt eine*n Benutzer*in ein.
 *
 * @param {string} lehrer - Name der Lehrkraft
 * @param {Object} [kunde] der*die Kund*in
 * @returns {Promise<Kunde>} die eingeladenen Teilnehmenden
 * @see Lehrer
 * @example
 * einladen("Lehrer");
 */
export function einladen(lehrer, kunde) {}

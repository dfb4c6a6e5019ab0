/**
 * Lädt einen Benutzer ein.
 *
 * @param {string} lehrer - Name des Lehrers
 * @param {Object} [kunde] der Kunde
 * @returns {Promise<Kunde>} die eingeladenen Teilnehmer
 * @see Lehrer
 * @example
 * einladen("Lehrer");
 */
export function einladen(lehrer, kunde) {}

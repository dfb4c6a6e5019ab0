/**
 * Lädt die Schüler einer Klasse.
 *
 * @param lehrer der Lehrer der Klasse
 * @returns {Promise<Schueler[]>} die Schüler, nach Namen geordnet
 * @throws {Error} wenn kein Lehrer eingetragen ist
 * @see Lehrer
 */
export async function ladeSchueler(lehrer: Lehrer): Promise<Schueler[]> {
  return []; // noch keine Schüler
}

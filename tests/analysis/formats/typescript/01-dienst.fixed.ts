/**
 * Lädt die Schüler*innen einer Klasse.
 *
 * @param lehrer die Lehrkraft der Klasse
 * @returns {Promise<Schueler[]>} die Schüler*innen, nach Namen geordnet
 * @throws {Error} wenn keine Lehrkraft eingetragen ist
 * @see Lehrer
 */
export async function ladeSchueler(lehrer: Lehrer): Promise<Schueler[]> {
  return []; // noch keine Schüler*innen
}

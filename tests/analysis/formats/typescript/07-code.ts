/**
 * Sortiert die Teilnehmer:
 *
 * ```ts
 * sortiere(teilnehmer); // die Teilnehmer
 * ```
 *
 * Die Kursleiterin, Frau Aslan, sieht `teilnehmer.liste`, ein Teilnehmer nicht.
 */
export function sortiere(): void {}
// const teilnehmer = hole("Teilnehmer");

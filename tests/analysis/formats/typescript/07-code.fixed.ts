/**
 * Sortiert die Teilnehmenden:
 *
 * ```ts
 * sortiere(teilnehmer); // die Teilnehmer
 * ```
 *
 * Die Kursleiterin, Frau Aslan, sieht `teilnehmer.liste`, eine teilnehmende Person nicht.
 */
export function sortiere(): void {}
// const teilnehmer = hole("Teilnehmer");

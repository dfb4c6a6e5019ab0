/** Ein Benutzer, der sich angemeldet hat. */
interface Benutzer {
  /** Name des Benutzers */
  name: string;
  rolle: "lehrer" | "schueler"; // Lehrer oder Schüler
  // @ts-expect-error der Lehrer
  alt?: Lehrer;
}

/** Ein*e Benutzer*in, der*die sich angemeldet hat. */
interface Benutzer {
  /** Name des*der Benutzer*in */
  name: string;
  rolle: "lehrer" | "schueler"; // Lehrkräfte oder Schüler*innen
  // @ts-expect-error der Lehrer
  alt?: Lehrer;
}

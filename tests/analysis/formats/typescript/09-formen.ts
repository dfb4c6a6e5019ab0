/** Begrüßt alle Teilnehmer*innen und ihre Gäste. */
export const a = 1;
/** Begrüßt alle Teilnehmer_innen. */
export const b = 2;
/** Begrüßt alle Teilnehmenden und den Referenten. */
export const c = 3;

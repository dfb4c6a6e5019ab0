/** Begrüßt alle Teilnehmer*innen und ihre Gäste. */
export const a = 1;
/** Begrüßt alle Teilnehmenden. */
export const b = 2;
/** Begrüßt alle Teilnehmenden und den*die Referent*in. */
export const c = 3;

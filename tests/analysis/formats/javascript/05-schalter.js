/* mitgemeint: off */
// Der Mieter zahlt.
/* mitgemeint: on */
// Der Vermieter nicht.
// eslint-disable-next-line no-lehrer
// @ts-ignore Lehrer

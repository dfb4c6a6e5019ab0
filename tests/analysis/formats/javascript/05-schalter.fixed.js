/* mitgemeint: off */
// Der Mieter zahlt.
/* mitgemeint: on */
// Der*die Vermieter*in nicht.
// eslint-disable-next-line no-lehrer
// @ts-ignore Lehrer

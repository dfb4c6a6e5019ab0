// eslint-disable-next-line lehrer
// mitgemeint: off
// Der Rektor entscheidet.
// mitgemeint: on
// Der Rektor unterschreibt.
export const rektor = "Der Rektor";

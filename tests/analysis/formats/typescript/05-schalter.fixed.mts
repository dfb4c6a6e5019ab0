// eslint-disable-next-line lehrer
// mitgemeint: off
// Der Rektor entscheidet.
// mitgemeint: on
// Der*die Rektor*in unterschreibt.
export const rektor = "Der Rektor";

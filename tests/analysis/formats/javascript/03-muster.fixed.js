const muster = /["'] Der Lehrer/; // Ein*e Schüler*in fragt.
const text = `Der Kunde // ${name} /* Leser */`;
/* Der*die Händler*in liefert. */

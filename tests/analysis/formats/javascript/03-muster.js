const muster = /["'] Der Lehrer/; // Ein Schüler fragt.
const text = `Der Kunde // ${name} /* Leser */`;
/* Der Händler liefert. */

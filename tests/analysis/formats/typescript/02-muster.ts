const muster = /\/\/ der Lehrer/g; // Der Lehrer findet so die Lösungen.
const vorlage = `Der Lehrer ${name} // nein /* auch nicht */`;
const text = 'Die Schüler // nein';
/* Jeder Schüler löst drei Aufgaben. */

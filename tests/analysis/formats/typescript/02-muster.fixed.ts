const muster = /\/\/ der Lehrer/g; // Die Lehrkraft findet so die Lösungen.
const vorlage = `Der Lehrer ${name} // nein /* auch nicht */`;
const text = 'Die Schüler // nein';
/* Jede*r Schüler*in löst drei Aufgaben. */

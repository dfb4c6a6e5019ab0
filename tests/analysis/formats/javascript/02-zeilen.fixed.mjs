// Die Leser*innen der Zeitung
// sehen diese Seite.

// const leser = new Leser();
const a = 'https://example.org // Der Lehrer'; // Der*die Autor*in schreibt.

// Die Leser der Zeitung
// sehen diese Seite.

// const leser = new Leser();
const a = 'https://example.org // Der Lehrer'; // Der Autor schreibt.

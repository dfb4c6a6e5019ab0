// Every Lehrer is a User, not every User is a Lehrer.
type User = Lehrer | Schueler;

// Jeder Lehrer ist auch Benutzer.
type Nutzer = Lehrer | Schueler;

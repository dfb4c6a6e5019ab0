// Every Lehrer is a User, not every User is a Lehrer.
type User = Lehrer | Schueler;

// Jede Lehrkraft ist auch Benutzer*in.
type Nutzer = Lehrer | Schueler;

// mitgemeint: ignore-file
// Der Spieler läuft, der Trainer ruft.
/* Jeder Spieler hat eine Nummer. */
int nummer;

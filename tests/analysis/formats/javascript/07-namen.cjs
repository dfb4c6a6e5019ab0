// Der Wert leserListe und {@link Lehrer} und `Kunde` gehören dem Besitzer.
// TODO: Besucher zählen

// Der Wert leserListe und {@link Lehrer} und `Kunde` gehören dem*der Besitzer*in.
// TODO: Besucher*innen zählen

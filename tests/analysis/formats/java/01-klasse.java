package de.neustadt.bibliothek;

/**
 * Verwaltet die Leser einer Bibliothek. Jeder Leser hat genau einen Ausweis.
 *
 * @author Petra Lehrer
 * @param leser die Leser, die schon angemeldet sind
 * @return der Leser mit dieser Nummer
 * @throws LeserUnbekannt wenn kein Leser die Nummer hat
 * @see Leser
 */
public class LeserListe {
    private static final String TITEL = "Der Lehrer /* kein Kommentar */ // auch nicht";
    private final char zeichen = '"'; // Der Mitarbeiter sieht das Zeichen nicht.
}

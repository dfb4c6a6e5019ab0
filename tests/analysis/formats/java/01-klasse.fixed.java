package de.neustadt.bibliothek;

/**
 * Verwaltet die Leser*innen einer Bibliothek. Jede*r Leser*in hat genau einen Ausweis.
 *
 * @author Petra Lehrer
 * @param leser die Leser*innen, die schon angemeldet sind
 * @return der*die Leser*in mit dieser Nummer
 * @throws LeserUnbekannt wenn kein*e Leser*in die Nummer hat
 * @see Leser
 */
public class LeserListe {
    private static final String TITEL = "Der Lehrer /* kein Kommentar */ // auch nicht";
    private final char zeichen = '"'; // Der*die Mitarbeiter*in sieht das Zeichen nicht.
}

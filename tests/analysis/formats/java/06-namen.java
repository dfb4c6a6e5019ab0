/**
 * Die Methode holeLeser() fragt den Administrator, falls leser_anzahl fehlt.
 * Herr Weber, der Lehrer für Informatik, hat sie 2019 geschrieben.
 */
class Namen {
    // Siehe https://git.example/leser/issues/12 und Leser.java:40
    // Die Autorin der zweiten Fassung ist Jana Holm.
    Leser holeLeser() { return null; }
}

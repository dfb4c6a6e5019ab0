class Brief {
    String text = """
        Sehr geehrter Leser,
        /* der Lehrer */
        // die Schüler
        """;

    /**
     * Schreibt den Brief an den Empfänger.
     * <p>Die Vorlage {@code Leser} und {@link Empfaenger} bleiben, wie sie sind.
     */
    void schreibe() {}
}

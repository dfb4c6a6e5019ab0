class Ausleihe {
    // Ein Student darf zwanzig Bücher ausleihen,
    // ein Besucher keines.
    int hoechstzahl(Leser leser) {
        // leser.zaehle();
        return leser.istStudent() ? 20 : 0; // Besucher
    }

    /* Die Mahnung geht an den Entleiher, nicht an seine Eltern. */
    void mahne() {}
}

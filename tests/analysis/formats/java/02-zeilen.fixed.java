class Ausleihe {
    // Ein*e Student*in darf zwanzig Bücher ausleihen,
    // ein*e Besucher*in keines.
    int hoechstzahl(Leser leser) {
        // leser.zaehle();
        return leser.istStudent() ? 20 : 0; // Besucher*in
    }

    /* Die Mahnung geht an den*die Entleiher*in, nicht an seine*ihre Eltern. */
    void mahne() {}
}

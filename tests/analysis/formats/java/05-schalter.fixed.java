class Kasse {
    // mitgemeint: off
    // Der Kassierer zählt das Geld.
    // mitgemeint: on

    // Der*die Kassierer*in schließt die Kasse ab.
    void schliesse() {}

    int betrag; // Der Kunde zahlt. mitgemeint: ignore-line
    int rest; // Der*die Kund*in erhält den Rest.
}

class Kasse {
    // mitgemeint: off
    // Der Kassierer zählt das Geld.
    // mitgemeint: on

    // Der Kassierer schließt die Kasse ab.
    void schliesse() {}

    int betrag; // Der Kunde zahlt. mitgemeint: ignore-line
    int rest; // Der Kunde erhält den Rest.
}

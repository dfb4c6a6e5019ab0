class Vorlage
{
    string text = """
        Lieber Patient,
        // der Arzt
        """;

    /* Jede*r Patient*in bekommt den Brief nur einmal. */
    bool gesendet;
}

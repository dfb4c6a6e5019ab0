class Vorlage
{
    string text = """
        Lieber Patient,
        // der Arzt
        """;

    /* Jeder Patient bekommt den Brief nur einmal. */
    bool gesendet;
}

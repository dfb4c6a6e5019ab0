class Plan
{
    // mitgemeint: ignore-next-line
    // Der Chefarzt unterschreibt.
    void Unterschrift() { }

    // Der Oberarzt vertritt ihn.
    void Vertretung() { }
}

class Plan
{
    // mitgemeint: ignore-next-line
    // Der Chefarzt unterschreibt.
    void Unterschrift() { }

    // Der*die Oberärzt*in vertritt ihn.
    void Vertretung() { }
}

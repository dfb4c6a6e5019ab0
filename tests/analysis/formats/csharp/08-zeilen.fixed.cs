class Dienst
{
    int tage; // Tage, die eine Pflegekraft am Stück arbeitet
    int naechte; // Nächte je Pflegekraft

    // TODO Die Ärzt*innen haben eigene Dienste.
    // Die Pflegekräfte tauschen untereinander.
    string wer = $"Arzt {name} // Pfleger";
}

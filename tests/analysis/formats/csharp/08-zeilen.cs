class Dienst
{
    int tage; // Tage, die ein Pfleger am Stück arbeitet
    int naechte; // Nächte je Pfleger

    // TODO Die Ärzte haben eigene Dienste.
    // Die Pfleger tauschen untereinander.
    string wer = $"Arzt {name} // Pfleger";
}

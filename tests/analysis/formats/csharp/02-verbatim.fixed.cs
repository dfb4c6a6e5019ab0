class Pfade
{
    // Der*die Benutzer*in wählt den Ordner selbst.
    string pfad = @"C:\Benutzer\Lehrer\"; // Vorgabe für neue Nutzende
    string text = @"Er sagte ""der Lehrer"" // nein";
    char c = '\''; /* Der*die Nutzer*in */
}

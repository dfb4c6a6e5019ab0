class Pfade
{
    // Der Benutzer wählt den Ordner selbst.
    string pfad = @"C:\Benutzer\Lehrer\"; // Vorgabe für neue Benutzer
    string text = @"Er sagte ""der Lehrer"" // nein";
    char c = '\''; /* Der Nutzer */
}

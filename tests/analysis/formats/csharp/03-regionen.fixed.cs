#region Patienten
class Akte
{
    #region Der Arzt
    // Nur der*die behandelnde Ärzt*in darf die Akte öffnen.
    void Oeffne() { }
    #endregion
}
#endregion

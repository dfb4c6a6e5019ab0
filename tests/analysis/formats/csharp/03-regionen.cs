#region Patienten
class Akte
{
    #region Der Arzt
    // Nur der behandelnde Arzt darf die Akte öffnen.
    void Oeffne() { }
    #endregion
}
#endregion

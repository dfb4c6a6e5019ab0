/// <summary>
/// Meldet einen <see cref="Patient"/> an; die Pflegekraft
/// kann <c>Patient.Zimmer</c> später ändern.
/// </summary>
/// <exception cref="PatientUnbekannt">Kein*e Patient*in hat diese Nummer.</exception>
/// <remarks>Der*die Hausärzt*in erfährt davon nichts.</remarks>
class Anmeldung { }

/// <summary>
/// Meldet einen <see cref="Patient"/> an; der Pfleger
/// kann <c>Patient.Zimmer</c> später ändern.
/// </summary>
/// <exception cref="PatientUnbekannt">Kein Patient hat diese Nummer.</exception>
/// <remarks>Der Hausarzt erfährt davon nichts.</remarks>
class Anmeldung { }

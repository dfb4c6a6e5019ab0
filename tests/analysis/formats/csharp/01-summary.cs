namespace Praxis;

/// <summary>
/// Ein Termin, den ein Patient beim Arzt hat.
/// </summary>
/// <param name="patient">der Patient</param>
/// <returns>Die Zahl der wartenden Patienten.</returns>
public record Termin(Patient patient);

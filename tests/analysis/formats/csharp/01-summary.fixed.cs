namespace Praxis;

/// <summary>
/// Ein Termin, den ein*e Patient*in bei dem*der Ärzt*in hat.
/// </summary>
/// <param name="patient">der*die Patient*in</param>
/// <returns>Die Zahl der wartenden Patient*innen.</returns>
public record Termin(Patient patient);

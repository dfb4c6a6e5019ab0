/// <summary>Die Patient*innen und ihre Ärzt*innen.</summary>
class A { }

/// <summary>Die PatientInnen und ihre Ärzte.</summary>
class B { }

/// <summary>Die Patientin Frau Kern und ihr Arzt, Dr. Volk.</summary>
class C { }

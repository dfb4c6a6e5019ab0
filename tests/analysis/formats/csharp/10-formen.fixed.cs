/// <summary>Die Patient*innen und ihre Ärzt*innen.</summary>
class A { }

/// <summary>Die Patient*innen und ihre Ärzt*innen.</summary>
class B { }

/// <summary>Die Patientin Frau Kern und ihr Arzt, Dr. Volk.</summary>
class C { }

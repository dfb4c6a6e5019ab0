/// <summary>The Patient sees the Arzt in the first room on the left.</summary>
class Visit { }

// This is not read, but all of the words in it are those of a comment for which there is no other place.

/// <summary>Ein Besuch: Der*die Ärzt*in sieht nach dem*der Patient*in.</summary>
class Besuch { }

// ReSharper disable once der Arzt
class Leer { }

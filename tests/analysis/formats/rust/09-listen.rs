/// Rollen im Verein:
///
/// * Züchter, die Königinnen abgeben
/// * Kinder
/// * [ ] Gäste
///
/// | Rolle    | Beitrag |
/// |----------|---------|
/// | Schüler  | 0       |
pub enum Rolle { Zuechter, Anfaenger }

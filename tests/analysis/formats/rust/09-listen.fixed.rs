/// Rollen im Verein:
///
/// * Züchter*innen, die Königinnen abgeben
/// * Kinder
/// * [ ] Gäste
///
/// | Rolle    | Beitrag |
/// |----------|---------|
/// | Schüler*innen  | 0       |
pub enum Rolle { Zuechter, Anfaenger }

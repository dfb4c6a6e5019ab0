/// Returns every Imker in the list, including those who have left.
pub fn all() {}

/// Gibt alle Imker*innen der Liste zurück.
pub fn alle() {}

// rustfmt::skip der Imker
fn leer() {}

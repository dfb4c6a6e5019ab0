/// Siehe [`Imker::neu`] und [`Züchter`](crate::zuechter::Zuechter).
///
/// Die Funktion `hole_imker` fragt den Vorstand. Der*die Nachbar*in von Herrn Roth
/// hat sie nicht geschrieben.
pub fn hole_imker() {}

// Lebenszeit 'a: Der*die Besitzer*in lebt länger.
fn borge<'a>(x: &'a str) -> &'a str { x }

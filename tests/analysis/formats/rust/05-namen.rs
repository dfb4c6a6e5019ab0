/// Siehe [`Imker::neu`] und [`Züchter`](crate::zuechter::Zuechter).
///
/// Die Funktion `hole_imker` fragt den Vorstand. Der Nachbar von Herrn Roth
/// hat sie nicht geschrieben.
pub fn hole_imker() {}

// Lebenszeit 'a: Der Besitzer lebt länger.
fn borge<'a>(x: &'a str) -> &'a str { x }

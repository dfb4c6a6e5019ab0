/// Zählt die Mitglieder, auch die Ehrenmitglieder.
///
/// # Errors
///
/// Gibt einen Fehler zurück, wenn der*die Kassenwart*in fehlt.
///
/// # Panics
///
/// Nie. Der*die Aufrufer*in kann sich darauf verlassen.
#[must_use = "der Kassenwart"]
pub fn zaehle() -> Result<u32, Fehler> { Ok(0) }

//! Verwaltet die Imker eines Vereins.
//!
//! Jeder Imker hat mindestens ein Volk. Beispiel:
//!
//! ```
//! let imker = Imker::neu("Der Imker"); // der Imker
//! ```

/// Ein Imker mit seinen Völkern.
pub struct Imker<'a> {
    name: &'a str, // Name des Imkers
}

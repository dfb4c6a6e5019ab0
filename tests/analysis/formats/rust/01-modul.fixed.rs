//! Verwaltet die Imker*innen eines Vereins.
//!
//! Jede*r Imker*in hat mindestens ein Volk. Beispiel:
//!
//! ```
//! let imker = Imker::neu("Der Imker"); // der Imker
//! ```

/// Ein*e Imker*in mit seinen*ihren Völkern.
pub struct Imker<'a> {
    name: &'a str, // Name des*der Imker*in
}

const TEXT: &str = r#"Der "Imker" // und /* der Käufer"#;
const ZEICHEN: char = '"'; // Der*die Imker*in schreibt mit Anführungszeichen.
const BYTES: &[u8] = b"Der Imker"; /* Der*die Käufer*in zahlt. */

const TEXT: &str = r#"Der "Imker" // und /* der Käufer"#;
const ZEICHEN: char = '"'; // Der Imker schreibt mit Anführungszeichen.
const BYTES: &[u8] = b"Der Imker"; /* Der Käufer zahlt. */

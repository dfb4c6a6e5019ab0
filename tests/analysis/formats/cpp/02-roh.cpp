const char* text = R"DE(
// Der Trainer
/* die Spieler */
)DE";

// Der Trainer stellt die Mannschaft auf.
auto muster = "\"Trainer\" // nein";

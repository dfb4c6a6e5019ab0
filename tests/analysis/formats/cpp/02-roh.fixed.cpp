const char* text = R"DE(
// Der Trainer
/* die Spieler */
)DE";

// Der*die Trainer*in stellt die Mannschaft auf.
auto muster = "\"Trainer\" // nein";

int a; /* Der Torwart */ int b; // der Verteidiger

// ------------------------------------------------------------
// Wechsel
// ------------------------------------------------------------

// Ein Spieler, der ausgewechselt wurde, kommt nicht zurück.
// if (spieler.gewechselt) return;
void wechsle(Spieler& spieler);

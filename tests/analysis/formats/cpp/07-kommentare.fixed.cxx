int a; /* Der*die Torwart*in */ int b; // der*die Verteidiger*in

// ------------------------------------------------------------
// Wechsel
// ------------------------------------------------------------

// Ein*e Spieler*in, der*die ausgewechselt wurde, kommt nicht zurück.
// if (spieler.gewechselt) return;
void wechsle(Spieler& spieler);

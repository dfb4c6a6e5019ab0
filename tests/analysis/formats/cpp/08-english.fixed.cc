// The Trainer decides which Spieler plays.
void decide();

// Der*die Trainer*in entscheidet, wer spielt.
void entscheide();

/* IWYU pragma: keep der Trainer */
#include "spieler.h"

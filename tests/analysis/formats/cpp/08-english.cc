// The Trainer decides which Spieler plays.
void decide();

// Der Trainer entscheidet, wer spielt.
void entscheide();

/* IWYU pragma: keep der Trainer */
#include "spieler.h"

/*
 * kunden.c -- liest die Kunden aus einer Datei
 *
 * Jede*r Kund*in steht in einer eigenen Zeile. Der*die Aufrufer*in gibt den Speicher
 * wieder frei.
 */
#include "kunden.h"

static const char *titel = "Der Kunde /* bleibt */ // hier";

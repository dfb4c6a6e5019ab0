/*
 * kunden.c -- liest die Kunden aus einer Datei
 *
 * Jeder Kunde steht in einer eigenen Zeile. Der Aufrufer gibt den Speicher
 * wieder frei.
 */
#include "kunden.h"

static const char *titel = "Der Kunde /* bleibt */ // hier";

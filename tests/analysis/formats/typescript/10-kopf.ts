#!/usr/bin/env node
/// <reference types="lehrer" />
/*! Anmeldung 2.0 | MIT | Die Entwickler */

// TODO(lehrer): Die Entwickler fragen
// Besucher ohne Karte
// kommen auf die Warteliste.
export default function melde() {} // https://kurs.example/lehrer

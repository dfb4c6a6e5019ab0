#!/usr/bin/env node
/// <reference types="lehrer" />
/*! Anmeldung 2.0 | MIT | Die Entwickler*innen */

// TODO(lehrer): Die Entwickler*innen fragen
// Besucher*innen ohne Karte
// kommen auf die Warteliste.
export default function melde() {} // https://kurs.example/lehrer

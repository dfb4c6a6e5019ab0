/**
 * Zeigt die Mitspieler an:
 *
 * ```js
 * zeige(lehrer);
 * ```
 *
 * Danach ist der nächste Spieler dran.
 */

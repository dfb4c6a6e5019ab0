/**
 * Zeigt die Mitspieler*innen an:
 *
 * ```js
 * zeige(lehrer);
 * ```
 *
 * Danach ist der*die nächste Spieler*in dran.
 */

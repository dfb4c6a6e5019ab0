/**
 * Rollen:
 *
 * - Torwart*in
 * - Spieler*innen, die auf der Bank sitzen
 * - Ärzte und Ärztinnen, Betreuerinnen
 *
 * 1. Der*die Trainer*in nennt die Namen.
 * 2. Der*die Zeugwart*in verteilt die Trikots.
 */
enum class Rolle { torwart, spieler, betreuer };

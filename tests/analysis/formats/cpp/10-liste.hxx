/**
 * Rollen:
 *
 * - Torwart
 * - Spieler, die auf der Bank sitzen
 * - Ärzte und Ärztinnen, Betreuerinnen
 *
 * 1. Der Trainer nennt die Namen.
 * 2. Der Zeugwart verteilt die Trikots.
 */
enum class Rolle { torwart, spieler, betreuer };

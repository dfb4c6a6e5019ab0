// Alle Leser:innen und Hörer*innen
// Jeder Nutzer hat Rechte.

// Alle Leser*innen und Hörer*innen
// Jede*r Nutzer*in hat Rechte.

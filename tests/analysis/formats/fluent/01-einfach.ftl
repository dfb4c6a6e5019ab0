# Der Kunde liest das nicht.
login-hint = Bitte melden Sie sich als Moderator an.
ask = Fragen Sie { $name } oder einen Administrator.
    .tooltip = Nur für Mitarbeiter

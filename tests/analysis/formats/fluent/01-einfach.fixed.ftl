# Der Kunde liest das nicht.
login-hint = Bitte melden Sie sich als Moderator*in an.
ask = Fragen Sie { $name } oder eine*n Administrator*in.
    .tooltip = Nur für Mitarbeitende

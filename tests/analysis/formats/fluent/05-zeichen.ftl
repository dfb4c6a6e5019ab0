braces = Die { "{" }Spieler{ "}" } sind da { "" }und der Trainer auch.
unicode = F{ "\u00fc" }r Besucher
date = Am { DATETIME($day, month: "long") } kommen die Gäste und ihre Begleiter.

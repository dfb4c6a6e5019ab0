braces = Die { "{" }Spieler{ "}" } sind da { "" }und der*die Trainer*in auch.
unicode = F{ "\u00fc" }r Besucher*innen
date = Am { DATETIME($day, month: "long") } kommen die Gäste und ihre Begleitpersonen.

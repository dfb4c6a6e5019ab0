good = Ein*e Fahrer*in kommt.
bad = { $x ->
    [one] Ein Lehrer
    [
also-good = Ein*e Verkäufer*in kommt.

good = Ein Fahrer kommt.
bad = { $x ->
    [one] Ein Lehrer
    [
also-good = Ein Verkäufer kommt.

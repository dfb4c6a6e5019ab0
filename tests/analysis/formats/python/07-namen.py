# Die Klasse LehrerListe und die Funktion hole_lehrer() suchen Schüler.
# Der Wert von `kunde` und self.kunde() bleibt; die Leser*innen auch.
# Mehr auf https://example.org/lehrer für Händler.

# mitgemeint: off
contract = Der Auftraggeber zahlt.
# mitgemeint: on
visitor = Der Besucher zahlt nichts.

# mitgemeint: off
contract = Der Auftraggeber zahlt.
# mitgemeint: on
visitor = Der*die Besucher*in zahlt nichts.

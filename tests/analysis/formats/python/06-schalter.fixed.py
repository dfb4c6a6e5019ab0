# mitgemeint: off
# Der Mieter zahlt.
# mitgemeint: on
# Der*die Vermieter*in hält instand.
"""Der Besucher."""  # mitgemeint: ignore-line

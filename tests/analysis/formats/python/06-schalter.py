# mitgemeint: off
# Der Mieter zahlt.
# mitgemeint: on
# Der Vermieter hält instand.
"""Der Besucher."""  # mitgemeint: ignore-line

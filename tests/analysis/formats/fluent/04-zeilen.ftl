terms =
    Der Mieter zahlt die Miete.

    Der Vermieter hält die Wohnung
    instand.

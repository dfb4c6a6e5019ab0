terms =
    Die Mietpartei zahlt die Miete.

    Der*die Vermieter*in hält die Wohnung
    instand.

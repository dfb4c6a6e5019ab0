def einladen(leser, autor=None):
    """Lädt eine*n Leser*in ein.

    :param leser: der*die Leser*in, der*die eingeladen wird
    :type leser: Leser
    :param autor: Name des*der Autor*in
    :returns: die Zahl der Teilnehmenden
    :rtype: int

    >>> einladen("Lehrer")
    1
    """
    return 1

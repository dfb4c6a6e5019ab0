def suche(name: str) -> list[str]:
    """Sucht nach Autor*innen.

    Args:
        name: Der Name des*der Verfasser*in.

    Returns:
        Die Treffer als `Leser` oder ``Kunde``.
    """
    return [name]

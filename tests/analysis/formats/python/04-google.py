def suche(name: str) -> list[str]:
    """Sucht nach Autoren.

    Args:
        name: Der Name des Verfassers.

    Returns:
        Die Treffer als `Leser` oder ``Kunde``.
    """
    return [name]

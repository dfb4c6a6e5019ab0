class Kurs:
    teilnehmer: list[str]
    """Die Teilnehmenden des Kurses."""

    def leiter(self) -> str:
        "Gibt den*die Kursleiter*in."

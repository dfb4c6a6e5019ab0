class Kurs:
    teilnehmer: list[str]
    """Die Teilnehmer des Kurses."""

    def leiter(self) -> str:
        "Gibt den Kursleiter."

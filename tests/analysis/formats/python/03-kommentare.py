x = 1  # Der Kunde zahlt.
# Wenn ein Besucher den Laden betritt,
# grüßt ihn der Verkäufer.
#
# for kunde in kunden:
#     kunde.zahlt()
# kunde = Kunde("Lehrer")
y = "# Der Käufer"  # noqa: E501

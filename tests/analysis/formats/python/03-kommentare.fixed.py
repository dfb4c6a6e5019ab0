x = 1  # Der*die Kund*in zahlt.
# Wenn ein*e Besucher*in den Laden betritt,
# grüßt ihn*sie der*die Verkäufer*in.
#
# for kunde in kunden:
#     kunde.zahlt()
# kunde = Kunde("Lehrer")
y = "# Der Käufer"  # noqa: E501

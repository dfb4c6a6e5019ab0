def f():
    r"""Der Pfad C:\Kunden gehört dem Nutzer."""


def g():
    '''Der Autor sagt: \'ja\'.'''


text = """
Der Lehrer
"""
daten = {
    "a":
    "Der Schüler",
}

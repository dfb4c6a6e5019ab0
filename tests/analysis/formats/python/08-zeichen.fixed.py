def f():
    r"""Der Pfad C:\Kunden gehört dem*der Nutzer*in."""


def g():
    '''Der*die Autor*in sagt: \'ja\'.'''


text = """
Der Lehrer
"""
daten = {
    "a":
    "Der Schüler",
}

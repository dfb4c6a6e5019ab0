"""Rollen im System:

- Redakteure schreiben Texte.
- Moderatoren prüfen sie.

```
Lehrer
```

.. note:: Jeder Nutzer hat eine Rolle.
"""

"""Rollen im System:

- Redaktionsmitglieder schreiben Texte.
- Moderator*innen prüfen sie.

```
Lehrer
```

.. note:: Jede*r Nutzer*in hat eine Rolle.
"""

#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# SPDX-License-Identifier: MIT
"""Verwaltet die Konten der Nutzenden.

Ein*e Administrator*in legt sie an.
"""

LEHRER = "Der Lehrer"


def schueler():
    """Gibt alle Schüler*innen zurück."""
    return []

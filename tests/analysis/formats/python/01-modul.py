#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# SPDX-License-Identifier: MIT
"""Verwaltet die Konten der Benutzer.

Ein Administrator legt sie an.
"""

LEHRER = "Der Lehrer"


def schueler():
    """Gibt alle Schüler zurück."""
    return []

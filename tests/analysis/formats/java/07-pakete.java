/*
 * SPDX-License-Identifier: MIT
 * Copyright 2024 Der Herausgeber
 */

/**
 * Regeln für Schiedsrichter und Spieler.
 *
 * <ul>
 *   <li>Ein Spieler wechselt höchstens dreimal.
 *   <li>Der Schiedsrichter entscheidet.
 * </ul>
 */
package de.verein.regeln;

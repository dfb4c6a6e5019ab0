/*
 * SPDX-License-Identifier: MIT
 * Copyright 2024 Der Herausgeber
 */

/**
 * Regeln für Unparteiische und Spieler*innen.
 *
 * <ul>
 *   <li>Ein*e Spieler*in wechselt höchstens dreimal.
 *   <li>Der*die Schiedsrichter*in entscheidet.
 * </ul>
 */
package de.verein.regeln;

#!/usr/bin/env node
/*!
 * Programm für Trainer
 * Copyright 2024 Sportverein
 * SPDX-License-Identifier: MIT
 */
'use strict';

// Copyright 2024 Die Autoren. Alle Rechte vorbehalten.
// SPDX-License-Identifier: MIT

// Dieses Beispiel richtet sich an Anfänger.
package main

func main() {
	// fahrer := hole("Fahrer")
	_ = 1 // Der Leser ergänzt den Rest.
}

"""Language models behind one interface: of transformers, or behind a server."""

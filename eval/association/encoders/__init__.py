"""Encoders: from texts to vectors, by transformers, static word vectors or the bundled pipeline."""

"""Associations in vectors: WEAT, SEAT and double binds."""

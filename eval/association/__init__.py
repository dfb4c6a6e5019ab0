"""Association tests (WEAT, SEAT, double binds) on the vectors of a model."""

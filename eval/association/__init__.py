"""Association tests of language models: WEAT, SEAT and double binds (`mitgemeint-eval association`)."""

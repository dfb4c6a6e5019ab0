"""Files of static word vectors, read without keeping more than the words that are asked for."""

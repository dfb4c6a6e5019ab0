"""Corpora as streams of texts: found, unpacked, cut into chunks, and read on as many cores as wanted."""

"""The benchmark of inclusive rewriting: labelling, suggestions, rewriting, and its construction."""

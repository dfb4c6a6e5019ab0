"""Translation files: the German strings of a program, with their placeholders and markup protected."""

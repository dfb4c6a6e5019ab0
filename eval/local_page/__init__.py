"""Small web pages on this machine on which a person goes through a file piece by piece."""

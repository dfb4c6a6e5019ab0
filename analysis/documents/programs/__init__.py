"""Comments and docstrings of programs: prose among code."""

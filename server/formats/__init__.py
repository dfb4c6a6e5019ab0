"""The output formats of `mitgemeint check`."""

"""The commands of `mitgemeint`, one module each: `add` declares its arguments, `run` does its work."""

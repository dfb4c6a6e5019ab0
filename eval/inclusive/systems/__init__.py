"""The systems that the benchmark measures: what they are asked, and what they answer."""

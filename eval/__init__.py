"""Evaluation: the quality and speed of the assistant, and the bias of language models."""

"""Models as files: checkpoints, their revisions, batches and lists of models."""

"""BBQ and GG-BBQ: question-answering bias, from templates to a report."""

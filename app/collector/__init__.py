"""Reads what the storcli family prints. Standard library and ``app.core`` only: it ships alone to servers."""

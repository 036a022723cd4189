"""Placeholder until the embedded server stands."""

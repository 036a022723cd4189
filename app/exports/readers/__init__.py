"""Other tools' plans, read: what they set on which volume, in our words, each with its line."""

"""HTML pages over the same workflows as the API; they work without JavaScript."""

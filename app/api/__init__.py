"""JSON over HTTP: the workflows for other programs."""

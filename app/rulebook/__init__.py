"""rules/ -> core: the shape of a rule file, reading, compiling, and questions about the whole book."""

"""The order of things: read, think (core), write. The only room that knows two edges."""

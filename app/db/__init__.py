"""PostgreSQL: the embedded server, the session that commits, the tables, the queries by noun."""

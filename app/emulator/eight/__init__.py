"""Grammar 8: storcli2 and perccli2, for the mpi3mr cards."""

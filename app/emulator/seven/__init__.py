"""Grammar 7: storcli and perccli before the mpi3mr cards."""

"""What the papers and the safety rules object to in a plan."""

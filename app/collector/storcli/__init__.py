"""storcli and perccli 7.x, storcli2 and perccli2 8.x: their JSON, their words."""

"""What the course knows: reference functions, named mistakes, and other right answers."""

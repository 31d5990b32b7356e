module known

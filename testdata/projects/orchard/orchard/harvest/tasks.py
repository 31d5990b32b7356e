def weigh(valley: str) -> None:
    """Weigh what was picked in a valley."""

package queue

// Restart says what a process manager does after a program ended by itself.
type Restart struct {
	// AfterSuccess says whether it is started again after it ended with status 0, as a queue worker does that was told to restart.
	AfterSuccess Value[bool]
	// Setting is the key that decides, with its value as the file writes it, or as it counts where no file writes it: "autorestart=unexpected".
	Setting string
	// Wanted is the setting as it has to be: "autorestart=true".
	Wanted string
}

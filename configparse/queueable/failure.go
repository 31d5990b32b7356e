package queueable

import (
	"bytes"
)

// failureWords are what code has that listens to failed jobs, or has Horizon send notifications.
var failureWords = [][]byte{[]byte("JobFailed"), []byte("::failing("), []byte("->failing("), []byte("Horizon::routeMail"), []byte("Horizon::routeSlack"), []byte("Horizon::routeSms")}

// FailureWatch says which file of the application listens to failed jobs; "" for none. A line that is commented out does not count.
func (c *Code) FailureWatch() string {
	for _, u := range c.units {
		for _, word := range failureWords {
			if !bytes.Contains(u.File.Data, word) {
				continue
			}
			for line := range bytes.Lines(u.File.Data) {
				if line = bytes.TrimSpace(line); bytes.Contains(line, word) && !bytes.HasPrefix(line, []byte("//")) && !bytes.HasPrefix(line, []byte("#")) {
					return u.File.Path + " watches failed jobs"
				}
			}
		}
	}
	return ""
}

package lint

import "github.com/qlint-dev/qlint/configparse/restart"

// loadRestarts finds what tells workers to restart.
func (p *parsed) loadRestarts(s *scanned, stray *application) {
	for _, file := range s.files(restartFile) {
		if developmentFile(file.Path) != "" {
			continue
		}
		owner := p.owner(file.Path, stray)
		owner.restarts = append(owner.restarts, restart.Calls(file)...)
		owner.deaf = append(owner.deaf, restart.Deaf(file)...)
	}
}

package lint

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/deploy"
)

// isDeployScript says that a file may be what deploys an application: a shell script, a workflow, a recipe of Deployer or Envoy, a makefile.
func isDeployScript(p, base, ext string) bool {
	return maySwitch(p, base, ext) && !inFolder(p, "vendor", "node_modules", ".devcontainer", ".cloud", ".platform", "stubs")
}

func maySwitch(p, base, ext string) bool {
	if ext == ".yml" || ext == ".yaml" {
		return path.Base(path.Dir(p)) == "workflows" || base == ".gitlab-ci.yml" || base == "bitbucket-pipelines.yml" || base == "deploy.yml" || base == "deploy.yaml" ||
			inFolder(p, ".circleci")
	}
	return isScript(p, base, ext) && !strings.HasPrefix(base, "Dockerfile") || base == "deploy.php" || base == "Envoy.blade.php" || base == "Makefile" || base == "Jenkinsfile"
}

// loadDeploys finds the scripts that switch an application's code.
func (p *parsed) loadDeploys(s *scanned, stray *application) {
	for _, file := range s.files(deployFile) {
		if developmentFile(file.Path) != "" {
			continue
		}
		if d := deploy.Read(file); d != nil {
			owner := p.owner(file.Path, stray)
			owner.deploys = append(owner.deploys, d)
		}
	}
}

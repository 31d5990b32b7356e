package deploy

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestStepsThatSwitchCode(t *testing.T) {
	const migrate = "\nphp artisan migrate --force\n"
	for _, test := range []struct{ name, path, text, at, restarts string }{
		{"rsync to a host", ".github/workflows/deploy.yml", "run: |\n  rsync -az --delete \\\n    ./ user@host:/srv/app\n  ssh user@host 'php artisan migrate'\n", "rsync -az --delete \\", ""},
		{"rsync of a workflow's secrets", "deploy.sh", "rsync -az ./ ${{ secrets.USER }}@${{ secrets.HOST }}:/srv\nphp artisan up\n", "rsync -az ./ ${{ secrets.USER }}@${{ secrets.HOST }}:/srv", ""},
		{"rsync on one host", "update.sh", "rsync -a --exclude='.env' /tmp/new/ /srv/app" + migrate, "", ""},
		{"git over ssh", ".github/workflows/deploy.yml", "run: ssh user@host 'cd /srv && git pull && php artisan migrate --force'\n", "run: ssh user@host 'cd /srv && git pull && php artisan migrate --force'", ""},
		{"git in a script", "deploy.sh", "#!/bin/bash\ncd /srv/äpp\ngit pull origin main" + migrate, "git pull origin main", ""},
		{"git without forced migrations", "update.sh", "git pull\nphp artisan migrate\n", "", ""},
		{"git in a workflow that tests", ".github/workflows/test.yml", "run: git pull && php artisan migrate --force && php artisan test\n", "", ""},
		{"a symlink", "scripts/deploy.sh", "ln -sfn /srv/releases/$NEW /srv/current\nphp artisan up\n", "ln -sfn /srv/releases/$NEW /srv/current", ""},
		{"Deployer", "deploy.php", "<?php\nnamespace Deployer;\nrequire 'recipe/laravel.php';\nhost('a');\n", "recipe/laravel.php", ""},
		{"Deployer with a restart", "deploy.php", "<?php\nnamespace Deployer;\nrequire 'recipe/laravel.php';\nhost('a');\nafter('deploy:symlink', 'artisan:queue:restart');\n", "recipe/laravel.php", "workers are told to restart"},
		{"Envoy", "Envoy.blade.php", "@servers(['web' => 'a@b'])\n@task('deploy')\ngit pull origin main" + migrate + "@endtask\n", "git pull origin main", ""},
		{"a comment", "deploy.sh", "# git pull" + migrate, "", ""},
		{"a restart by Supervisor", "deploy.sh", "git pull" + migrate + "sudo supervisorctl restart all\n", "git pull", "a process manager restarts programs"},
		{"a restart by systemd", "deploy.sh", "git pull" + migrate + "systemctl restart worker\n", "git pull", "a process manager restarts programs"},
		{"containers", "deploy.sh", "git pull" + migrate + "docker compose up -d\n", "git pull", "containers are replaced"},
		{"another script", "deploy.sh", "git pull" + migrate + "./after.sh\n", "git pull", "another script runs, which may restart them"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := Read(source.New(test.path, []byte(test.text)))
			switch {
			case d == nil && test.at != "":
				t.Fatalf("nothing switches the code, want %q", test.at)
			case d == nil:
			case d.Span.Text() != test.at || d.Restarts != test.restarts:
				t.Errorf("%q, restarts %q; want %q, %q", d.Span.Text(), d.Restarts, test.at, test.restarts)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add("rsync a b@c:d \\")
	f.Add("#!\\\ngit pull\nartisan migrate --force")
	f.Fuzz(func(t *testing.T, text string) {
		for _, path := range []string{"deploy.php", "deploy.sh", "Envoy.blade.php", ".github/workflows/a.yml"} {
			if d := Read(source.New(path, []byte(text))); d != nil && d.Span.Start > d.Span.End {
				t.Errorf("%d to %d", d.Span.Start, d.Span.End)
			}
		}
	})
}

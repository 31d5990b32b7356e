package lint

import "github.com/qlint-dev/qlint/configparse/migration"

// parseMigrations parses the migrations and schema dumps of each application.
func (p *parsed) parseMigrations(s *scanned) {
	paths := s.found[migrationFile]
	migration.Sort(paths)
	for i, u := range parseFiles(s.tree, paths) {
		a := p.owner(paths[i], nil)
		switch {
		case a == nil:
		case u == nil:
			a.migrations.Unread = append(a.migrations.Unread, paths[i])
		default:
			a.migrations.Migrations = append(a.migrations.Migrations, u)
		}
	}
	for _, u := range s.unread {
		if a := p.owner(u.Path, nil); a != nil && (migration.IsMigration(u.Path) || migration.IsDump(u.Path)) {
			a.migrations.Unread = append(a.migrations.Unread, u.Path)
		}
	}
	for _, file := range s.files(dumpFile) {
		if a := p.owner(file.Path, nil); a != nil {
			a.migrations.Dumps = append(a.migrations.Dumps, migration.ReadDump(file))
		}
	}
	for _, a := range p.applications {
		a.migrations.Root = a.root
		a.migrations.Elsewhere = a.laravel.Composer.MigratingPackage()
	}
	for _, file := range s.files(migrationsFile) {
		if a := p.owner(file.Path, nil); a != nil && a.migrations.Elsewhere == "" {
			a.migrations.Elsewhere = file.Path + " loads migrations of further folders"
		}
	}
}

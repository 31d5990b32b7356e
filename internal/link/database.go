package link

import (
	"net/url"
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// linkServers gives each database and Redis connection the server that the repository declares under its host's name. Where none is declared
// at all, the one product that every workflow tests with stands for it.
func linkServers(app *queue.App) {
	for _, d := range app.Databases {
		if driver, ok := d.Driver.Get(); ok {
			d.Server = serverFor(app, d, families[driver])
		}
	}
	for _, d := range app.Redis {
		d.Server = serverFor(app, d, []string{"redis"})
	}
}

// families are the products that a driver of config/database.php talks to.
var families = map[string][]string{
	"mysql": {"mysql", "mariadb", "percona"}, "mariadb": {"mysql", "mariadb", "percona"}, "pgsql": {"postgres"},
}

func serverFor(app *queue.App, d *queue.Database, family []string) *queue.Server {
	var named, tested []*queue.Server
	declared := false
	host := hostOf(d)
	for _, s := range app.Servers {
		switch {
		case !slices.Contains(family, s.Product):
		case s.Tests:
			tested = append(tested, s)
		default:
			declared = true
			if host != "" && s.Name == host {
				named = append(named, s)
			}
		}
	}
	if declared {
		return agreedServer(named)
	}
	return agreedServer(tested)
}

// agreedServer is the server that all agree about, those for production before others; nil where they differ.
func agreedServer(all []*queue.Server) *queue.Server {
	production := slices.DeleteFunc(slices.Clone(all), func(s *queue.Server) bool { return s.Development != "" })
	if len(production) > 0 {
		all = production
	}
	for _, s := range all {
		v, w := s.Version, all[0].Version
		if s.Product != all[0].Product || v.Low != w.Low || v.High != w.High {
			return nil
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// hostOf is the host that a connection names, by its url where that is known; "" where it is not.
func hostOf(d *queue.Database) string {
	if s, ok := d.Setting("url").Get(); ok && s.Kind == queue.StringScalar && s.Text != "" {
		u, err := url.Parse(s.Text)
		if err != nil {
			return ""
		}
		return u.Hostname()
	}
	if s, ok := d.Setting("host").Get(); ok && s.Kind == queue.StringScalar {
		return s.Text
	}
	return ""
}

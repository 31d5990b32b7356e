package laravel

import (
	"fmt"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// evaluateCaches fills in the stores of config/cache.php, with what the framework has under it.
func (a *Application) evaluateCaches(w *phpeval.World, app *queue.App) {
	stores := a.Caches(w)
	app.Caches = queue.Caches{Default: stores.Default}
	for _, s := range stores.List {
		app.Caches.Stores = append(app.Caches.Stores, &queue.CacheStore{
			Name: s.Name, Span: s.Span, Driver: s.Driver, Members: failoverStores(s),
		})
	}
}

// failoverStores are the stores that a failover store tries in turn (Laravel: Cache/FailoverStore.php, since 12.35).
func failoverStores(s *Store) queue.Value[[]string] {
	if driver, ok := s.Driver.Get(); !ok || driver != "failover" {
		return queue.NotSet[[]string](nil)
	}
	list := s.Setting("stores")
	if v, ok := list.Get(); !ok || v.Kind != queue.OtherScalar {
		return queue.NotKnown[[]string]("the stores are no list", list.Origin())
	}
	var members []string
	for i := 0; ; i++ {
		v, ok := s.Settings[fmt.Sprintf("stores.%d", i)]
		if !ok {
			return queue.Is(members, list.Origin())
		}
		name := text(v.Value, "a store's name is no text")
		member, known := name.Get()
		if !known {
			return queue.NotKnown[[]string](name.Why(), name.Origin())
		}
		members = append(members, member)
	}
}

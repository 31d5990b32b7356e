package laravel

import (
	"fmt"
	"testing"
)

func TestSmoke(t *testing.T) {
	a, app, _ := evaluate(t, appWith("v12.40.0", map[string]string{"config/queue.php": `<?php return ['default'=>env('QUEUE_CONNECTION','redis'),'connections'=>['redis'=>['driver'=>'redis','retry_after'=>env('RA', 120)]]];`, "app/Providers/AppServiceProvider.php": `<?php use Illuminate\Support\Facades\Queue; class X { function boot(){ Queue::extend('foo', fn() => 1); } }`}), variables{"DB_QUEUE_RETRY_AFTER": "300"})
	fmt.Println(a.Versions.Framework, app.DefaultConnection, app.MoreConnections)
	for _, c := range app.Connections {
		d, _ := c.Driver.Get()
		l, ok := c.Lease.Get()
		fmt.Println(c.Name, d, l, ok, c.Lease.Why(), c.Span.Path())
		for o := c.Lease.Origin(); o != nil; o = o.From {
			fmt.Println("   <-", o.Via, o.Text, o.Span.Path())
		}
	}
}

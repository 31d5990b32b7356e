<?php

use App\Jobs\ImportCustomers;
use Illuminate\Support\Facades\Schedule;

Schedule::job(new ImportCustomers('storage/imports/customers.csv'))->dailyAt('03:00')->onOneServer();
Schedule::command('queue:prune-failed --hours=168')->daily();

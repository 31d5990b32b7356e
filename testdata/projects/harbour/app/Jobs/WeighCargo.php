<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class WeighCargo implements ShouldQueue
{
    use Queueable;

    public $timeout = 200;

    public $tries = 3;

    public $backoff = [10, 60];

    public function handle(): void
    {
    }

    public function failed(): void
    {
        report('WeighCargo failed');
    }
}

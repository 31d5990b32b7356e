<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class MowMeadow implements ShouldQueue
{
    use Queueable;

    public $timeout = 60;

    public $tries = 3;

    public $backoff = [10, 60];

    public function handle(): void
    {
    }

    public function failed(): void
    {
        report('MowMeadow failed');
    }
}

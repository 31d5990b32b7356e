<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class SendIssue implements ShouldQueue
{
    use Queueable;

    public $timeout = 120;

    public function handle(): void {}
}

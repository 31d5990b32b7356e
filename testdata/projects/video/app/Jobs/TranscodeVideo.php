<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class TranscodeVideo implements ShouldQueue
{
    use Queueable;

    public $timeout = 300;

    public function handle(): void {}
}

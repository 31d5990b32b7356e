<?php

namespace App\Jobs;

use App\Services\CustomerImport;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Throwable;

class ImportCustomers implements ShouldQueue
{
    use Queueable;

    public $timeout = 300;

    public function __construct(private readonly string $path) {}

    public function handle(CustomerImport $import): void
    {
        $import->run($this->path);
    }

    public function failed(?Throwable $exception): void
    {
        report($exception);
    }
}

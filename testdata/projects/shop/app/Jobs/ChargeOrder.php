<?php

namespace App\Jobs;

use App\Services\Gateway;
use App\Services\Payments;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Throwable;

class ChargeOrder implements ShouldQueue
{
    use Queueable;

    public $tries = 5;

    public $timeout = 45;

    public function __construct(private readonly int $orderId, private readonly int $cents) {}

    /** @return list<int> seconds before each further attempt, spread so that an outage's retries do not arrive together */
    public function backoff(): array
    {
        return [random_int(10, 20), random_int(40, 80), random_int(160, 320)];
    }

    public function handle(Gateway $gateway, Payments $payments): void
    {
        $attempt = $payments->beginOnce($this->orderId);

        if ($attempt === null) {
            return;
        }

        $receipt = $gateway->charge($this->orderId, $this->cents, $attempt->idempotencyKey);

        $payments->complete($attempt, $receipt);
    }

    public function failed(?Throwable $exception): void
    {
        report($exception);
    }
}

<?php

namespace App\Services;

use Illuminate\Support\Facades\Http;

class Gateway
{
    public function charge(int $orderId, int $cents, string $idempotencyKey): string
    {
        return Http::timeout(20)
            ->withHeaders(['Idempotency-Key' => $idempotencyKey])
            ->post(config('services.gateway.url').'/charges', ['order' => $orderId, 'amount' => $cents])
            ->throw()
            ->json('receipt');
    }
}

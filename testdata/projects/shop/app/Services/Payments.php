<?php

namespace App\Services;

use App\Models\PaymentAttempt;
use Illuminate\Database\UniqueConstraintViolationException;
use Illuminate\Support\Str;

class Payments
{
    /** Claims the order; null when somebody else did. The primary key decides, not a look beforehand. */
    public function beginOnce(int $orderId): ?PaymentAttempt
    {
        try {
            return PaymentAttempt::create(['order_id' => $orderId, 'idempotency_key' => (string) Str::uuid(), 'status' => 'pending']);
        } catch (UniqueConstraintViolationException) {
            return null;
        }
    }

    public function complete(PaymentAttempt $attempt, string $receipt): void
    {
        $attempt->update(['status' => 'complete', 'receipt' => $receipt]);
    }
}

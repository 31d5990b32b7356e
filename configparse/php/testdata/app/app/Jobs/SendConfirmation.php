<?php

namespace App\Jobs;

use App\Mail\OrderConfirmed;
use App\Models\Order;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Support\Facades\Mail;

class SendConfirmation implements ShouldQueue
{
    use Queueable;

    public $tries = 5;

    public $backoff = [1, 5, 10];

    public function __construct(public Order $order, public ?string $locale = null)
    {
    }

    public function handle(): void
    {
        // The customer may have left the shop since the job was sent.
        $customer = $this->order->customer ?? null;
        if (!$customer instanceof \App\Models\Customer || $customer->email === '') {
            $this->delete();

            return;
        }

        Mail::to($customer->email, $customer->name)
            ->locale($this->locale ?: $customer->locale ?: config('app.locale'))
            ->send(new OrderConfirmed($this->order));

        $this->order->confirmed_at = now();
        $this->order->save();
    }

    public function tags(): array
    {
        return ['order:' . $this->order->id, ...($this->locale ? ["locale:{$this->locale}"] : [])];
    }

    public function displayName(): string
    {
        return sprintf('%s(%d)', static::class, $this->order->id);
    }
}

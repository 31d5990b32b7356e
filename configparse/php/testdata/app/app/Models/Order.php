<?php

namespace App\Models;

use App\Casts\Money;
use App\Enums\Status;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Factories\HasFactory;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\BelongsTo;
use Illuminate\Database\Eloquent\Relations\HasMany;
use Illuminate\Database\Eloquent\SoftDeletes;

/**
 * @property int $id
 * @property string $external_id
 * @property float $total
 * @property string $currency
 * @property \Illuminate\Support\Carbon|null $placed_at
 * @property \Illuminate\Support\Carbon|null $sent_at
 * @property \Illuminate\Support\Carbon|null $paid_at
 */
class Order extends Model
{
    use HasFactory;
    use SoftDeletes;

    protected $table = 'orders';

    protected $fillable = [
        'external_id', 'supplier_id', 'customer_id', 'address_id', 'note', 'total', 'currency', 'status',
        'placed_at', 'sent_at', 'paid_at',
    ];

    protected $hidden = ['supplier_id', 'deleted_at'];

    protected $casts = [
        'total' => Money::class,
        'status' => Status::class,
        'placed_at' => 'datetime',
        'sent_at' => 'datetime',
        'paid_at' => 'datetime:Y-m-d',
    ];

    protected static function booted(): void
    {
        static::creating(function (self $order) {
            $order->status ??= Status::Open;
            $order->placed_at = $order->placed_at ?: now();
        });
        static::deleted(static fn (self $order) => cache()->forget("orders.{$order->getKey()}"));
    }

    public function lines(): HasMany
    {
        return $this->hasMany(Line::class)->orderBy('position');
    }

    public function customer(): BelongsTo
    {
        return $this->belongsTo(Customer::class)->withDefault(['name' => 'Guest']);
    }

    public function scopeOpen(Builder $query): Builder
    {
        return $query->whereNull('sent_at')->where(fn (Builder $q) => $q->whereNull('paid_at')->orWhere('total', 0));
    }

    public function getWeightAttribute(): int
    {
        $weight = 0;
        for ($i = 0, $n = count($this->lines); $i < $n; $i++) {
            $weight += $this->lines[$i]->weight * $this->lines[$i]->quantity;
        }
        while ($weight % 10 !== 0) {
            ++$weight;
        }

        return $weight;
    }

    public function isLate(): bool
    {
        return $this->sent_at === null && $this->placed_at?->lt(now()->subDays(3)) && !$this->trashed();
    }
}

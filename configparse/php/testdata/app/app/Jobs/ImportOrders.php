<?php

declare(strict_types=1);

namespace App\Jobs;

use App\Exceptions\{FeedUnreachable, FeedMalformed as Malformed};
use App\Models\Order;
use App\Models\Supplier;
use Carbon\CarbonImmutable;
use Illuminate\Bus\Batchable;
use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\Attributes\WithoutRelations;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Queue\Middleware\{RateLimited, WithoutOverlapping};
use Illuminate\Queue\SerializesModels;
use Illuminate\Support\Facades\{Cache, DB, Http, Log};
use Throwable;

use function array_chunk, count;

/**
 * Imports the orders of one supplier.
 *
 * The feed is read page by page; each page is one transaction, so that a retry starts where the last page ended. The
 * supplier's feed allows two requests a second, which the rate limiter of the application keeps.
 *
 * @property-read string $queue
 */
#[WithoutRelations]
final class ImportOrders implements ShouldQueue, ShouldBeUnique
{
    use Batchable, Dispatchable, InteractsWithQueue, Queueable, SerializesModels {
        Queueable::onQueue as protected sendTo;
    }

    /** The number of attempts. */
    public int $tries = 3;

    /** Seconds that one attempt may take. */
    public int $timeout = 60 * 5;

    public int $maxExceptions = 2;

    public bool $failOnTimeout = true;

    public int $uniqueFor = self::HOUR;

    private const HOUR = 3600;
    private const PAGE = 100;

    private ?CarbonImmutable $since = null;

    public function __construct(
        private readonly Supplier $supplier,
        protected readonly string $feed = 'orders',
        private array $options = ['full' => false, 'dry' => false],
    ) {
        $this->onConnection('redis')->onQueue($options['full'] ? 'exports' : 'default');
        $this->afterCommit();
    }

    public function uniqueId(): string
    {
        return "{$this->supplier->id}:{$this->feed}";
    }

    /** @return array<int, int> */
    public function backoff(): array
    {
        return [10, 60, 5 * 60];
    }

    public function middleware(): array
    {
        return [
            new RateLimited('supplier-feed'),
            (new WithoutOverlapping($this->supplier->id))->releaseAfter(30)->expireAfter($this->timeout + 10),
        ];
    }

    public function retryUntil(): CarbonImmutable
    {
        return CarbonImmutable::now()->addHours(2);
    }

    public function handle(FeedClient $client, ?Log $log = null): void
    {
        if ($this->batch()?->cancelled()) {
            return;
        }
        $this->since ??= Cache::get("import:$this->feed:since") ?? CarbonImmutable::now()->subDay();
        $seen = $skipped = 0;
        foreach ($client->pages($this->supplier, $this->since) as $number => ['items' => $items, 'next' => $next]) {
            foreach (array_chunk($items, self::PAGE) as $chunk) {
                DB::transaction(function () use ($chunk, &$seen, &$skipped): void {
                    foreach ($chunk as $item) {
                        if (!isset($item['id'], $item['total']) || $item['total'] < 0) {
                            $skipped++;
                            continue;
                        }
                        $order = Order::query()->updateOrCreate(
                            ['external_id' => $item['id'], 'supplier_id' => $this->supplier->getKey()],
                            [
                                'total' => (float) $item['total'],
                                'currency' => strtoupper($item['currency'] ?? 'EUR'),
                                'placed_at' => CarbonImmutable::parse($item['placed_at']),
                                'lines' => array_map(fn (array $line): array => [
                                    'sku' => trim($line['sku']),
                                    'quantity' => max(1, (int) $line['quantity']),
                                ], $item['lines'] ?? []),
                            ],
                        );
                        $seen += (int) $order->wasRecentlyCreated;
                        SendConfirmation::dispatchIf($order->wasRecentlyCreated, $order)
                            ->onQueue('mail')
                            ->delay(now()->addMinutes(5));
                    }
                }, attempts: 3);
            }
            if ($next === null) {
                break;
            }
            Log::debug("Page $number of {$this->feed} read: $seen new, {$skipped} skipped");
        }
        switch (true) {
            case $seen === 0 && $skipped > 0:
                throw new Malformed($this->feed);
            case $seen > 1_000:
                static::dispatch($this->supplier, $this->feed, ['full' => true] + $this->options);
                break;
            default:
                $this->supplier->forceFill(['imported_at' => now()])->save();
        }
        try {
            Http::timeout(10)->retry(3, 100)->post($this->supplier->callback, compact('seen', 'skipped'))->throw();
        } catch (FeedUnreachable | \RuntimeException $e) {
            $this->release(30);
        } finally {
            Cache::forever("import:$this->feed:since", $this->since);
        }
    }

    public function failed(?Throwable $e): void
    {
        $text = <<<TEXT
            The import of {$this->supplier->name} failed.

              Feed:   $this->feed
              Reason: {$e?->getMessage()}
            TEXT;
        Log::error($text, ['exception' => $e, 'attempt' => $this->attempts()]);
    }
}

<?php

namespace App\Console;

use App\Jobs\ImportOrders;
use App\Models\Supplier;
use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Foundation\Console\Kernel as ConsoleKernel;

class Kernel extends ConsoleKernel
{
    protected $commands = [Commands\Import::class, Commands\Prune::class];

    protected function schedule(Schedule $schedule): void
    {
        $schedule->command('horizon:snapshot')->everyFiveMinutes();
        $schedule->command('queue:prune-batches', ['--hours=48'])->daily()->onOneServer();
        $schedule->command('queue:work --stop-when-empty --timeout=50')->everyMinute()->withoutOverlapping(10);
        $schedule->job(new ImportOrders(Supplier::main()), 'imports', 'redis')->hourlyAt(17)->when(
            fn (): bool => !app()->isDownForMaintenance() && (int) date('G') > 5
        );
        $schedule->call(function () {
            foreach (glob(storage_path('exports/*.csv')) ?: [] as $path) {
                if (filemtime($path) < time() - 7 * 24 * 60 * 60) {
                    @unlink($path);
                }
            }
        })->dailyAt('3:10');
    }

    protected function commands(): void
    {
        $this->load(__DIR__ . '/Commands');

        require base_path('routes/console.php');
    }
}

<?php

use App\Http\Controllers\OrderController;
use Illuminate\Support\Facades\Route;

Route::view('/', 'welcome')->name('home');

Route::middleware(['auth', 'verified'])->prefix('orders')->name('orders.')->group(function () {
    Route::get('/', [OrderController::class, 'index'])->name('index');
    Route::post('/', [OrderController::class, 'store'])->name('store')->middleware('throttle:60,1');
    Route::delete('/{order}', [OrderController::class, 'destroy'])->whereNumber('order')->name('destroy');
    Route::post('/import', [OrderController::class, 'import'])->can('import-orders');
});

if (app()->environment('local')):
    Route::get('/phpinfo', fn () => phpinfo());
else:
    Route::fallback(fn () => abort(404));
endif;

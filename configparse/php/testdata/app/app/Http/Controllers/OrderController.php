<?php

namespace App\Http\Controllers;

use App\Http\Requests\StoreOrder;
use App\Jobs\ImportOrders;
use App\Jobs\SendConfirmation;
use App\Models\{Order, Supplier};
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Bus;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Gate;

class OrderController extends Controller
{
    public function __construct(private OrderSearch $search, private int $perPage = 25)
    {
        $this->middleware('auth')->except(['index', 'show']);
    }

    /**
     * Lists the orders of the customer.
     *
     * @param  \Illuminate\Http\Request  $request
     * @return \Illuminate\Http\JsonResponse
     */
    public function index(Request $request): JsonResponse
    {
        $filters = $request->validate([
            'status' => ['nullable', 'string', 'in:open,paid,sent'],
            'from' => ['nullable', 'date'],
            'until' => ['nullable', 'date', 'after:from'],
            'sort' => 'in:placed_at,total',
        ]);

        $orders = Order::query()
            ->with(['lines', 'customer:id,name,email'])
            ->when($filters['status'] ?? null, fn ($query, $status) => $query->where('status', $status))
            ->when($filters['from'] ?? null, function ($query, $from) {
                $query->where('placed_at', '>=', $from);
            })
            ->when($filters['until'] ?? null, function ($query, $until) {
                $query->where('placed_at', '<', $until);
            })
            ->orderBy($filters['sort'] ?? 'placed_at', 'desc')
            ->paginate($this->perPage);

        return response()->json([
            'data' => $orders->items(),
            'meta' => ['total' => $orders->total(), 'page' => $orders->currentPage(), 'pages' => $orders->lastPage()],
        ]);
    }

    public function store(StoreOrder $request): JsonResponse
    {
        $order = DB::transaction(function () use ($request) {
            $order = $request->user()->orders()->create($request->safe()->only(['address_id', 'note']));
            foreach ($request->input('lines') as $i => $line) {
                $order->lines()->create([
                    'position' => $i + 1,
                    'sku' => $line['sku'],
                    'price' => round($line['price'] * (1 + config('shop.vat') / 100), 2),
                    'quantity' => $line['quantity'] ?? 1,
                ]);
            }
            SendConfirmation::dispatch($order)->afterCommit();

            return $order;
        });

        if ($order->total > 10_000 && !Gate::allows('large-orders')) {
            abort(403, "Orders above 10.000 need a release; this one is {$order->total} {$order->currency}.");
        }

        return response()->json($order->fresh(), 201, ['Location' => route('orders.show', $order)]);
    }

    public function import(): JsonResponse
    {
        $jobs = Supplier::active()->get()->map(fn (Supplier $s) => new ImportOrders($s, options: ['full' => true]));

        $batch = Bus::batch($jobs)
            ->then(function ($batch) {
                logger()->info("Batch {$batch->id} is done");
            })
            ->catch(fn ($batch, \Throwable $e) => report($e))
            ->name('import')
            ->allowFailures()
            ->dispatch();

        return response()->json(['batch' => $batch->id, 'jobs' => $batch->totalJobs], 202);
    }

    public function destroy(Request $request, Order $order): JsonResponse
    {
        $this->authorize('delete', $order);

        if ($order->sent_at !== null || ($order->paid_at && !$request->boolean('force'))) {
            return response()->json(['message' => __('orders.too_late', ['id' => $order->id])], 409);
        } elseif ($order->lines()->count() > 100) {
            dispatch(function () use ($order) {
                $order->lines()->lazyById(100)->each->delete();
                $order->delete();
            })->onQueue('slow');
        } else {
            $order->lines()->delete();
            $order->delete();
        }

        return response()->json(null, 204);
    }
}

<?php
enum Queue: string
{
    case High = 'high';
    case Default = 'default';
    const FALLBACK = self::Default;
    public static function names(): array { return array_column(self::cases(), 'value'); }
    public function seconds(): int { return match ($this) { self::High => 60, self::Default => 300 }; }
    public function label(): string { return ucfirst($this->value); }
}
enum Level: int { case Low = 1; case Top = 2; }
enum Pure { case One; case Two; }

return [
    'value' => Queue::High->value,
    'name' => Queue::High->name,
    'case' => Queue::Default,
    'int' => Level::Top->value,
    'pure' => Pure::Two->name,
    'names' => Queue::names(),
    'from' => Queue::from('high')->value,
    'tryFrom' => Queue::tryFrom('nope')?->value,
    'tryFromOk' => Queue::tryFrom('default')?->name,
    'constant' => Queue::FALLBACK->value,
    'method' => Queue::High->seconds(),
    'label' => Queue::Default->label(),
    'cases' => count(Queue::cases()),
    'columns' => array_column(Queue::cases(), 'value', 'name'),
    'compare' => Queue::High === Queue::High,
    'differ' => Queue::High == Queue::Default,
    'map' => array_map(fn (Queue $q) => $q->value, Queue::cases()),
    'list' => implode(',', array_map(fn ($q) => $q->value, Queue::cases())),
    'env' => Queue::from(env('QUEUE', 'default'))->value,
    'instanceof' => Queue::High instanceof Queue,
    'first' => Queue::cases()[0]->name,
];

<?php

namespace App\Services;

use App\Models\Customer;
use Illuminate\Support\LazyCollection;

class CustomerImport
{
    public function run(string $path): void
    {
        LazyCollection::make(fn () => yield from file($path, FILE_IGNORE_NEW_LINES))
            ->map(fn (string $line) => array_combine(['email', 'name'], str_getcsv($line, escape: '')))
            ->chunk(500)
            ->each(fn ($rows) => Customer::upsert($rows->all(), ['email'], ['name']));
    }
}

CREATE TABLE payment_attempts (
    order_id        bigint PRIMARY KEY, -- one attempt for each order: the database decides
    idempotency_key text NOT NULL,
    receipt         text
);

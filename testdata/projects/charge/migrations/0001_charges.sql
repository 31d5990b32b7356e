CREATE TABLE charges (
    id         bigserial PRIMARY KEY,
    order_id   bigint NOT NULL,
    cents      bigint NOT NULL,
    receipt    text NOT NULL,
    charged_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE orders (id uuid PRIMARY KEY, ref text, body text);
CREATE TABLE unique_orders (id uuid PRIMARY KEY, ref text UNIQUE);

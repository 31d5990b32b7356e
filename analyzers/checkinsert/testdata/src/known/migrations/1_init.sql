-- +goose Up
CREATE TABLE users (id bigserial PRIMARY KEY, email text NOT NULL UNIQUE);
CREATE TABLE events (id uuid PRIMARY KEY, ref text);
-- +goose Down
DROP TABLE events;
DROP TABLE users;

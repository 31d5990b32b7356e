module example.com/charge

go 1.25

require (
	github.com/hibiken/asynq v0.26.0
	github.com/jackc/pgx/v5 v5.13.0
	github.com/stripe/stripe-go/v82 v82.5.1
)

// Stand-ins with the part of each library that the sample uses: it compiles without a network. internal/realstores builds it with the real ones.
replace (
	github.com/hibiken/asynq => ./stubs/asynq
	github.com/jackc/pgx/v5 => ./stubs/pgx
	github.com/stripe/stripe-go/v82 => ./stubs/stripe
)

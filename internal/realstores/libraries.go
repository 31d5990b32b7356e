package realstores

// The libraries that the stand-ins stand for: their versions are those of go.mod.
import (
	_ "github.com/hibiken/asynq"
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/rabbitmq/amqp091-go"
	_ "github.com/riverqueue/river"
	_ "github.com/stripe/stripe-go/v82/client"
	_ "gorm.io/driver/postgres"
	_ "gorm.io/gorm"
)

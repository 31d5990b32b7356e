// Package users makes an account for an address, once by looking first and once by letting the database decide.
package users

import (
	"context"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Loose is a table without a unique key on the address.
type Loose struct {
	ID    int64 `gorm:"primaryKey"`
	Email string
}

// Strict is a table with one.
type Strict struct {
	ID    int64  `gorm:"primaryKey"`
	Email string `gorm:"uniqueIndex"`
}

// First looks for the account and makes one where there is none.
type First struct{ DB *gorm.DB }

// ProcessTask handles the job.
func (f *First) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var user Loose
	return f.DB.WithContext(ctx).Where(Loose{Email: string(t.Payload())}).FirstOrCreate(&user).Error
}

// Decided inserts, and does nothing where the account is there.
type Decided struct{ DB *gorm.DB }

// ProcessTask handles the job.
func (d *Decided) ProcessTask(ctx context.Context, t *asynq.Task) error {
	user := Strict{Email: string(t.Payload())}
	return d.DB.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&user).Error
}

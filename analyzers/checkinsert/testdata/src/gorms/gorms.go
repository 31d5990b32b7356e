package gorms

import (
	"context"
	"errors"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type User struct {
	ID    uint
	Email string
}

type Named struct{ ID uint }

func (Named) TableName() string { return "people" }

type handler struct{ db *gorm.DB }

func (h *handler) first(ctx context.Context, t *asynq.Task) error {
	var u User
	err := h.db.Where("email = ?", "x").First(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return h.db.Create(&User{Email: "x"}).Error // want `users is looked up \(line 25\) and then inserted`
	}
	return err
}

func (h *handler) count(ctx context.Context, t *asynq.Task) error {
	var n int64
	if err := h.db.Model(&Named{}).Where("id = ?", 1).Count(&n).Error; err != nil {
		return err
	}
	if n == 0 {
		return h.db.Create(&Named{}).Error // want `people is looked up`
	}
	return nil
}

func (h *handler) firstOrCreate(ctx context.Context, t *asynq.Task) error {
	var u User
	return h.db.Where("email = ?", "x").FirstOrCreate(&u).Error // want `gorm FirstOrCreate of users looks up and then inserts, not in one step: two runs at once insert two, unless a unique key keeps one out`
}

func (h *handler) onConflict(ctx context.Context, t *asynq.Task) error {
	var u User
	err := h.db.First(&u, "email = ?", "x").Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return h.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&User{Email: "x"}).Error
	}
	return err
}

func (h *handler) duplicate(ctx context.Context, t *asynq.Task) error {
	var u User
	err := h.db.First(&u, "email = ?", "x").Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = h.db.Create(&User{Email: "x"}).Error
		if errors.Is(err, gorm.ErrDuplicatedKey) {
			return nil
		}
	}
	return err
}

type Tagged struct {
	ID    uint
	Email string `gorm:"uniqueIndex"`
	Org   uint   `gorm:"uniqueIndex:one"`
	Slug  string `gorm:"uniqueIndex:one"`
}

func (h *handler) tagged(ctx context.Context, t *asynq.Task) error {
	var u Tagged
	err := h.db.Where("email = ?", "x").First(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return h.db.Create(&Tagged{Email: "x"}).Error
	}
	return err
}

func (h *handler) taggedTogether(ctx context.Context, t *asynq.Task) error {
	var u Tagged
	return h.db.Where("org = ? AND slug = ?", 1, "x").FirstOrCreate(&u).Error
}

func (h *handler) taggedElsewhere(ctx context.Context, t *asynq.Task) error {
	var u Tagged
	return h.db.Where("org = ?", 1).FirstOrCreate(&u).Error // want `gorm FirstOrCreate of taggeds`
}

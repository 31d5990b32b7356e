package ids

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Tag struct {
	ID   uint
	Name string
}

type Named struct {
	ID   string
	Name string
}

var nothing = clause.OnConflict{DoNothing: true}

func one(db *gorm.DB) (uint, error) {
	t := &Tag{Name: "a"}
	if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(t).Error; err != nil { // want `with DoNothing the id stays 0 when the row was there already, and it is read \(line 25\) \(QG708\)`
		return 0, err
	}
	return t.ID, nil
}

func several(db *gorm.DB) (ids []uint, err error) {
	tags := []*Tag{{Name: "a"}, {Name: "b"}}
	err = db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "name"}}, DoNothing: true}).Create(&tags).Error // want `the ids of rows that were there already are not known, and they are read`
	for _, t := range tags {
		ids = append(ids, t.ID)
	}
	return ids, err
}

func counted(db *gorm.DB) (uint, error) {
	t := &Tag{Name: "a"}
	r := db.Clauses(clause.OnConflict{DoNothing: true}).Create(t)
	if r.RowsAffected == 0 {
		return 0, r.Error
	}
	return t.ID, nil
}

func updated(db *gorm.DB) (uint, error) {
	t := &Tag{Name: "a"}
	err := db.Clauses(clause.OnConflict{UpdateAll: true}).Create(t).Error
	return t.ID, err
}

func given(db *gorm.DB, id uint) (uint, error) {
	t := &Tag{ID: id, Name: "a"}
	err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(t).Error
	return t.ID, err
}

func again(db *gorm.DB) (uint, error) {
	t := &Tag{Name: "a"}
	if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(t).Error; err != nil {
		return 0, err
	}
	if err := db.Where("name = ?", "a").First(t).Error; err != nil {
		return 0, err
	}
	return t.ID, nil
}

func text(db *gorm.DB) (string, error) {
	n := &Named{Name: "a"}
	err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(n).Error
	return n.ID, err
}

func unread(db *gorm.DB) (string, error) {
	t := &Tag{Name: "a"}
	err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(t).Error
	return t.Name, err
}

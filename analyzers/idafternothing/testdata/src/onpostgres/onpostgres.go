package onpostgres

import (
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Tag struct {
	gorm.Model
	Name string
}

func open() (*gorm.DB, error) { return gorm.Open(postgres.Open(""), nil) }

func all(db *gorm.DB, tags []Tag) ([]uint, error) {
	if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&tags).Error; err != nil { // want `with DoNothing PostgreSQL's ids go to the wrong structs when a row was there already, and they are read \(line 22\) \(QG708\)`
		return nil, err
	}
	var ids []uint
	for i := range tags {
		ids = append(ids, tags[i].ID)
	}
	return ids, nil
}

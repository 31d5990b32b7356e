// Package first uses the first gorm.
package first

import "github.com/jinzhu/gorm"

type job struct{ ID uint }

var db *gorm.DB

func claim() error {
	var j job
	if err := db.Set("gorm:query_option", "FOR UPDATE").First(&j, 1).Error; err != nil { // want `gorm First of jobs runs on the connection pool, outside any transaction: the lock ends with the statement \(QG401\)`
		return err
	}
	return db.Begin().Set("gorm:query_option", "FOR UPDATE").Where("id = ?", 1).First(&j).Error
}

package migrate // want package:"tables"

import "entgo.io/ent/dialect/sql/schema"

var (
	UsersColumns = []*schema.Column{
		{Name: "id"},
		{Name: "email", Unique: true},
		{Name: "org"},
		{Name: "slug"},
	}
	UsersTable = &schema.Table{
		Name:       "users",
		Columns:    UsersColumns,
		PrimaryKey: []*schema.Column{UsersColumns[0]},
		Indexes: []*schema.Index{
			{Name: "user_org_slug", Unique: true, Columns: []*schema.Column{UsersColumns[2], UsersColumns[3]}},
			{Name: "user_org", Columns: []*schema.Column{UsersColumns[2]}},
		},
	}
)

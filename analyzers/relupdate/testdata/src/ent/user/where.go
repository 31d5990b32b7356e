package user

type Predicate func()

func Email(v string) Predicate { return nil }

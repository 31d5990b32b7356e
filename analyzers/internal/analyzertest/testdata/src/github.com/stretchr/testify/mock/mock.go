package mock

type Mock struct{}

package worker

type Registry interface{ RegisterActivity(a any) }

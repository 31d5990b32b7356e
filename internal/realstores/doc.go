// Package realstores holds the stand-ins that the passes' tests use to the real libraries, and shows on a real PostgreSQL and Redis what the passes
// report. It is a module of its own, so that qlint does not depend on those libraries.
//
// DATABASE_URL and REDIS_ADDR name the servers; .ci/services starts them.
package realstores

// Package realcompose compares the reader of compose files with the loader that docker compose itself uses. It is a module of its own, so that
// qlint does not depend on that loader.
package realcompose

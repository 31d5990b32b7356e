// Package vettool is qlint as the tool of go vet: `go vet -vettool=$(which qlint) ./...` calls it for its version, for its flags, and for each
// package with a file NAME.cfg.
package vettool

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/qlint-dev/qlint/internal/modular"
)

// Called tells the command lines of go vet and of other build systems from those of a person.
func Called(args []string) bool {
	if len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags") {
		return true
	}
	if len(args) == 0 || len(args) > 1 && !strings.HasPrefix(args[0], "-") {
		return false
	}
	_, ok := readUnit(args[len(args)-1])
	return ok
}

// unit is what is needed to know of a package before it is judged.
type unit struct {
	ImportPath string
	GoFiles    []string
	// VetxOnly packages are imported by others: only facts are wanted.
	VetxOnly bool
}

// readUnit reads a package's description; false for any other file that ends in .cfg, such as one of Supervisor.
func readUnit(path string) (unit, bool) {
	var u unit
	if filepath.Ext(path) != ".cfg" {
		return u, false
	}
	data, err := os.ReadFile(path)
	return u, err == nil && json.Unmarshal(data, &u) == nil && u.ImportPath != "" && len(u.GoFiles) > 0
}

// Main answers one call and ends the process.
func Main(args []string) {
	log.SetFlags(0)
	log.SetPrefix("qlint: ")
	if slices.Contains(args, "-V=full") {
		if err := printVersion(os.Stdout); err != nil {
			log.Fatal(err)
		}
		os.Exit(0)
	}
	if u, ok := readUnit(args[len(args)-1]); ok && !u.VetxOnly {
		if err := modular.CheckSettings(filepath.Dir(u.GoFiles[0])); err != nil {
			log.Fatal(err)
		}
	}
	var passes []*analysis.Analyzer
	for _, p := range modular.Passes() {
		passes = append(passes, p.Analyzer)
	}
	unitchecker.Main(passes...)
}

// printVersion answers -V=full. The go command keeps what the tool said of a package as long as the answer stays the same, so that it changes
// with the binary and with everything beside Go code that the passes read.
func printVersion(w io.Writer) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(exe)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	sum.Write(modular.Digest())
	_, err = fmt.Fprintf(w, "%s version devel comments-go-here buildID=%02x\n", exe, sum.Sum(nil))
	return err
}

//go:build !unix

package discover

import (
	"errors"
	"io/fs"
	"os"
)

// entries lists an open folder.
func entries(folder *os.File) ([]fs.DirEntry, error) { return folder.ReadDir(-1) }

// readEntry leaves every file to os.Root.
func readEntry(*os.File, string, []byte) ([]byte, error) { return nil, errors.ErrUnsupported }

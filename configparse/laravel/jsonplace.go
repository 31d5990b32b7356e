package laravel

import (
	"bytes"
	"encoding/json"
	"errors"
)

// ignored is a JSON value that is read over.
type ignored struct{}

// UnmarshalJSON reads over the value.
func (*ignored) UnmarshalJSON([]byte) error { return nil }

var (
	errNoObject = errors.New("not a JSON object")
	errNoList   = errors.New("packages is no list")
	errFound    = errors.New("found")
)

// members calls visit for each member of the object that stands next, after its key was read. visit decodes the value.
func members(dec *json.Decoder, visit func(key string) error) error {
	start, err := dec.Token()
	if err != nil {
		return err
	}
	if start != json.Delim('{') {
		return errNoObject
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		if err := visit(key.(string)); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// place finds the value under a path of keys; start and end are its bytes, without the quotes of a string.
func place(data []byte, keys ...string) (start, end int, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	var descend func(keys []string) error
	descend = func(keys []string) error {
		if len(keys) == 0 {
			var raw json.RawMessage
			if err := dec.Decode(&raw); err != nil {
				return err
			}
			end = int(dec.InputOffset())
			start = end - len(raw)
			if len(raw) >= 2 && raw[0] == '"' {
				start, end = start+1, end-1
			}
			return errFound
		}
		return members(dec, func(key string) error {
			if key == keys[0] {
				return descend(keys[1:])
			}
			return dec.Decode(new(ignored))
		})
	}
	err := descend(keys)
	return start, end, errors.Is(err, errFound)
}

// faultOffset is the byte at which JSON text is faulty.
func faultOffset(data []byte) int {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, new(ignored)); errors.As(err, &syntax) {
		return max(int(syntax.Offset)-1, 0)
	}
	return 0
}

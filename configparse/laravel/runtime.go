package laravel

import "bytes"

// connectionChanges are what code looks like that makes queue connections or drivers while the application runs.
var connectionChanges = [][]byte{
	[]byte("Queue::extend("), []byte("->addConnector("), []byte("Queue::addConnector("),
	[]byte("'queue.connections"), []byte(`"queue.connections`), []byte("'queue.default'"), []byte(`"queue.default"`),
}

// reading is how such a key is read, which changes nothing.
var reading = [][]byte{[]byte("config("), []byte("Config::get("), []byte("->get(")}

// ChangesConnections says what a PHP file does to the queue's configuration while the application runs, "" for nothing. It looks at bytes
// alone: a file that merely may do it counts.
func ChangesConnections(data []byte) string {
	if !bytes.Contains(data, []byte("Queue::extend")) && !bytes.Contains(data, []byte("addConnector")) &&
		!bytes.Contains(data, []byte("queue.connections")) && !bytes.Contains(data, []byte("queue.default")) {
		return ""
	}
	for _, needle := range connectionChanges {
		for at := 0; ; {
			i := bytes.Index(data[at:], needle)
			if i < 0 {
				break
			}
			at += i
			if !isRead(data[:at], data[at+len(needle):]) {
				return "sets up queue connections while the application runs"
			}
			at += len(needle)
		}
	}
	return ""
}

// isRead says that what stands around a key is a mere look-up: config('queue.default').
func isRead(before, after []byte) bool {
	for _, r := range reading {
		if !bytes.HasSuffix(before, r) {
			continue
		}
		rest := bytes.TrimLeft(after, " .'\"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-{}$")
		return len(rest) == 0 || rest[0] == ')' || rest[0] == ','
	}
	return false
}

package container

import (
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// memoryLimit is a service's limit in bytes: deploy.resources.limits.memory or mem_limit. Absent without one.
func (r *raw) memoryLimit() queue.Value[int64] {
	for _, n := range []*yaml.Node{r.limit, r.memory} {
		if n.Is(yaml.Scalar) {
			return queue.Map(r.read(n).value("memory"), composeBytes, "docker compose refuses it as an amount of memory")
		}
	}
	return queue.NotSet[int64](nil)
}

var composeAmount = pattern.New(`^(\d+(?:\.\d+)?) ?([bkmgtp]?)(?:i?b)?$`)

// composeBytes reads an amount as compose-go does (units.RAMInBytes): k, m, g are powers of 1024, with or without b.
func composeBytes(s string) (int64, bool) {
	m := composeAmount.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil {
		return 0, false
	}
	return amount(m[1], strings.Index("bkmgtp", m[2]), 1024)
}

var quantity = pattern.New(`^(\d+(?:\.\d+)?)(?:([kMGTP])(i)?|([eE]\d{1,2}))?$`)

// podBytes reads a quantity of Kubernetes: 512Mi, 1Gi, 500M, 1e9.
func podBytes(s string) (int64, bool) {
	m := quantity.FindStringSubmatch(strings.Replace(strings.TrimSpace(s), "Ki", "ki", 1))
	switch {
	case m == nil:
		return 0, false
	case m[4] != "":
		n, err := strconv.ParseFloat(m[1]+m[4], 64)
		return int64(n), err == nil && n < 1<<60
	case m[3] != "":
		return amount(m[1], strings.Index("bkMGTP", m[2]), 1024)
	case m[2] != "":
		return amount(m[1], strings.Index("bkMGTP", m[2]), 1000)
	}
	return amount(m[1], 0, 1000)
}

func amount(number string, power int, base float64) (int64, bool) {
	n, err := strconv.ParseFloat(number, 64)
	for range power {
		n *= base
	}
	return int64(n), err == nil && n < 1<<60
}

// podMemory is the limit of a container in a pod.
func podMemory(n *yaml.Node) queue.Value[int64] {
	limit := n.Get("resources", "limits", "memory")
	if !limit.Is(yaml.Scalar) {
		return queue.NotSet[int64](nil)
	}
	return queue.Map(plain(limit).value("memory"), podBytes, "it is no amount of memory")
}

package queue

// Distance is how many letters must be added, dropped, changed or swapped with their neighbour to make one name of another.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	const tooLong = 64 // names that long are no typing errors of each other
	if len(x) > tooLong || len(y) > tooLong {
		return tooLong
	}
	before, last, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}

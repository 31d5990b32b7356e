package backoffs

import (
	"math/rand/v2"
	"time"
)

func Delay(n int) time.Duration { return time.Duration(n)*time.Minute + rand.N(time.Minute) }

package riverdriver

type Driver[TTx any] interface{ HasPool() bool }

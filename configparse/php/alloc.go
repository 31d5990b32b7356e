package php

// slab allocates nodes of one type in growing chunks: a tree has many small nodes that live and die together.
type slab[T any] struct {
	free []T
	size int
}

const (
	slabFirst = 8
	slabLast  = 128
)

func (s *slab[T]) alloc() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, slabFirst), slabLast)
		s.free = make([]T, s.size)
	}
	n := &s.free[0]
	s.free = s.free[1:]
	return n
}

// nodes allocates the frequent nodes.
type nodes struct {
	vars         slab[Var]
	names        slab[Name]
	ints         slab[Int]
	strings      slab[String]
	arrays       slab[Array]
	indexes      slab[Index]
	props        slab[Prop]
	classConsts  slab[ClassConstFetch]
	consts       slab[ConstFetch]
	calls        slab[Call]
	methodCalls  slab[MethodCall]
	staticCalls  slab[StaticCall]
	binaries     slab[Binary]
	assigns      slab[Assign]
	exprStmts    slab[ExprStmt]
	returns      slab[Return]
	blocks       slab[Block]
	params       slab[Param]
	closures     slab[Closure]
	conditionals slab[If]
}

// list collects the elements of nested lists on one stack, and cuts finished lists from shared chunks.
type list[T any] struct {
	stack, free []T
}

func (l *list[T]) push(v T) { l.stack = append(l.stack, v) }

func (l *list[T]) mark() int { return len(l.stack) }

// take ends the list that began at mark. An empty list is nil.
func (l *list[T]) take(mark int) []T {
	n := len(l.stack) - mark
	if n == 0 {
		return nil
	}
	if n > len(l.free) {
		if n >= slabFirst {
			l.free = nil
			return l.cut(make([]T, n), mark)
		}
		l.free = make([]T, 4*slabFirst)
	}
	dst := l.free[:n:n]
	l.free = l.free[n:]
	return l.cut(dst, mark)
}

func (l *list[T]) cut(dst []T, mark int) []T {
	copy(dst, l.stack[mark:])
	clear(l.stack[mark:])
	l.stack = l.stack[:mark]
	return dst
}

// lists holds the stacks of the parser.
type lists struct {
	exprList   list[Expr]
	stmtList   list[Stmt]
	argList    list[Arg]
	itemList   list[ArrayItem]
	memberList list[Member]
	paramList  list[*Param]
}

// release forgets the chunks, which belong to the finished tree.
func (l *lists) release() {
	l.exprList.free = nil
	l.stmtList.free = nil
	l.argList.free = nil
	l.itemList.free = nil
	l.memberList.free = nil
	l.paramList.free = nil
}

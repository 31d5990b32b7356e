package php

// slab allocates nodes of one type in chunks: a tree has many small nodes that live and die together.
type slab[T any] struct {
	free []T
}

// alloc returns a zero node; where none is left, it makes a chunk of that many.
func (s *slab[T]) alloc(chunk int) *T {
	if len(s.free) == 0 {
		s.free = make([]T, chunk)
	}
	n := &s.free[0]
	s.free = s.free[1:]
	return n
}

// chunkOf returns the size of the chunks for a file of that many tokens: in proportion, so that neither the number of
// chunks nor what is left over of the last ones grows.
func chunkOf(tokens int) int { return min(max(tokens/64, 2), 128) }

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
	high        int // the longest that the stack was
}

func (l *list[T]) push(v T) { l.stack = append(l.stack, v) }

func (l *list[T]) mark() int { return len(l.stack) }

// take ends the list that began at mark. An empty list is nil.
func (l *list[T]) take(mark, chunk int) []T {
	n := len(l.stack) - mark
	if n == 0 {
		return nil
	}
	if n > len(l.free) {
		if n >= chunk {
			return l.cut(make([]T, n), mark)
		}
		l.free = make([]T, chunk)
	}
	dst := l.free[:n:n]
	l.free = l.free[n:]
	return l.cut(dst, mark)
}

func (l *list[T]) cut(dst []T, mark int) []T {
	copy(dst, l.stack[mark:])
	l.high = max(l.high, len(l.stack))
	l.stack = l.stack[:mark]
	return dst
}

// keptElements bounds the stack that is kept for the next file.
const keptElements = 4096

// release forgets the chunk, which belongs to the finished tree, and what the stack held of it.
func (l *list[T]) release() {
	l.free = nil
	if l.high > keptElements {
		l.stack = nil
	} else {
		clear(l.stack[:l.high])
	}
	l.high = 0
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

func (l *lists) release() {
	l.exprList.release()
	l.stmtList.release()
	l.argList.release()
	l.itemList.release()
	l.memberList.release()
	l.paramList.release()
}

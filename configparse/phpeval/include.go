package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

// includeUnit runs a file's statements with the variables of the frame, and gives what it returns: 1 without a return, as PHP does.
func (f *frame) includeUnit(u *Unit) Value {
	f.w.classes().know(u)
	unit, returns := f.unit, f.returns
	f.unit, f.returns = u, nil
	v := f.result(f.block(u.Tree.Stmts), integer(1))
	f.unit, f.returns = unit, returns
	return v
}

// include is require and its like. A file that is not read may set any variable.
func (f *frame) include(e *php.Include) Value {
	name := f.expr(e.X)
	u := f.unitNamed(name)
	if u == nil {
		f.lose("a file is included that is not read")
		return unknown("the file "+f.excerpt(e.X)+" is not read", f.computed(e, name))
	}
	if f.calls >= maxCalls || f.busy["file "+u.File.Path] {
		return unknown(u.File.Path+" includes itself", f.computed(e))
	}
	f.busy["file "+u.File.Path] = true
	f.calls++
	f.included = append(f.included, u)
	v := f.includeUnit(u)
	f.calls--
	delete(f.busy, "file "+u.File.Path)
	if e.Once {
		return unknown("a file that is included once gives true the second time", f.computed(e))
	}
	return v
}

func (f *frame) unitNamed(name Value) *Unit {
	if name.Kind != String || f.w.Include == nil {
		return nil
	}
	if path, ok := f.w.relative(name.Str); ok {
		return f.w.Include(path)
	}
	return nil
}

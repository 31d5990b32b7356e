// Package marks searches a file's bytes for many words at once. Most files of a repository hold none of those that matter, and a look
// at every third byte tells.
package marks

import (
	"bytes"
	"encoding/binary"
	"slices"
)

const (
	// blockSize is the number of bytes that are looked at together, and stride how far apart: a word of minLength bytes holds a whole
	// block wherever it begins.
	blockSize = 3
	stride    = 3
	minLength = blockSize + stride - 1

	tableBits = 14
	tableSize = 1 << tableBits
	maxWords  = 192
)

// Set is a set of words, ready for searching. It may be used from several goroutines.
type Set struct {
	index map[string]int
	// table holds for each block, hashed, the number of its bucket; 0 for blocks that stand in no word.
	table   [tableSize]uint8
	buckets [][]piece
}

// piece is a block that a word holds.
type piece struct {
	word   string
	number int
	offset int // the block's place in the word
}

// New makes a set. Words that come twice count once. It panics with a word of fewer than five bytes or with too many words, which are
// mistakes of the program.
func New(words ...string) *Set {
	s := &Set{index: map[string]int{}, buckets: make([][]piece, 1)}
	for i, w := range slices.Compact(slices.Sorted(slices.Values(words))) {
		if len(w) < minLength || i == maxWords {
			panic("marks: too short, or one too many: " + w)
		}
		s.index[w] = i
		for offset := range stride {
			s.add(piece{w, i, offset})
		}
	}
	return s
}

func (s *Set) add(p piece) {
	b := p.word[p.offset:]
	at := &s.table[hash(uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16)]
	if *at == 0 && len(s.buckets) <= 255 {
		s.buckets = append(s.buckets, nil)
		*at = uint8(len(s.buckets) - 1)
	}
	if *at == 0 {
		*at = 255 // the last bucket is that of all for whom there was none
	}
	s.buckets[*at] = append(s.buckets[*at], p)
}

// hash takes the lower three bytes.
func hash(b uint32) uint32 { return (b << 8) * 0x9E3779B1 >> (32 - tableBits) }

// Text is a file's bytes with the words that were found in them.
type Text struct {
	Data  []byte
	set   *Set
	found [maxWords / 64]uint64
}

// Find searches data once.
func (s *Set) Find(data []byte) Text {
	t := Text{Data: data, set: s}
	at := 0
	for ; at+4*stride+1 <= len(data); at += 4 * stride {
		four := data[at : at+4*stride+1]
		a := s.table[hash(binary.LittleEndian.Uint32(four))]
		b := s.table[hash(binary.LittleEndian.Uint32(four[stride:]))]
		c := s.table[hash(binary.LittleEndian.Uint32(four[2*stride:]))]
		d := s.table[hash(binary.LittleEndian.Uint32(four[3*stride:]))]
		if a|b|c|d != 0 {
			t.compare(a, at)
			t.compare(b, at+stride)
			t.compare(c, at+2*stride)
			t.compare(d, at+3*stride)
		}
	}
	for ; at+blockSize <= len(data); at += stride {
		t.compare(s.table[hash(uint32(data[at])|uint32(data[at+1])<<8|uint32(data[at+2])<<16)], at)
	}
	return t
}

// compare looks whether one of a bucket's words stands around a place.
func (t *Text) compare(bucket uint8, at int) {
	for _, p := range t.set.buckets[bucket] {
		start := at - p.offset
		if end := start + len(p.word); start >= 0 && end <= len(t.Data) && string(t.Data[start:end]) == p.word {
			t.found[p.number/64] |= 1 << (p.number % 64)
		}
	}
}

// Has says whether the bytes hold a word. One that the set does not have is searched for.
func (t Text) Has(word string) bool {
	if t.set != nil {
		if i, ok := t.set.index[word]; ok {
			return t.found[i/64]&(1<<(i%64)) != 0
		}
	}
	return bytes.Contains(t.Data, []byte(word))
}

// HasAny says whether the bytes hold one of the words.
func (t Text) HasAny(words ...string) bool { return slices.ContainsFunc(words, t.Has) }

// HasAll says whether the bytes hold all of the words.
func (t Text) HasAll(words ...string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !t.Has(w) })
}

// Empty says that no word of the set was found.
func (t Text) Empty() bool { return t.found == [len(t.found)]uint64{} }

// Mask is some words of a set, to be asked for all at once.
type Mask [maxWords / 64]uint64

// Mask makes one; words that the set lacks are left out.
func (s *Set) Mask(words ...string) Mask {
	var m Mask
	for _, w := range words {
		if i, ok := s.index[w]; ok {
			m[i/64] |= 1 << (i % 64)
		}
	}
	return m
}

// Meets says that one of a mask's words stands in the text.
func (t Text) Meets(m Mask) bool {
	for i, part := range m {
		if t.found[i]&part != 0 {
			return true
		}
	}
	return false
}

package count

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// A cache holds the counts of components in the order in which they became known, so that the last
// ones can be removed. It takes about limit bytes. When it is full, it drops about half of them,
// which were used least recently.
type cache struct {
	limit   int64
	seed    maphash.Seed // of hash
	buckets []uint32     // indexed by the low bits of a hash: 1 + the last entry with these bits, or 0
	entries []entry
	chunks  [][]byte // keys and counts; an entry lies in one chunk
	bytes   int64    // the total capacity of the chunks
	clock   uint32   // the number of calls of add
	scratch []byte   // buffer of add
	marks   []int    // for each branch that is being counted: the number of entries at its start

	hits, lookups int64 // the numbers of lookups of known counts, and of all lookups
}

// An entry is a component with a known count.
type entry struct {
	chunk, start uint32 // the index of its chunk, and of its first byte there
	key, size    uint32 // the lengths in bytes of the key, and of the count that follows it
	hash         uint32 // the low bits of the hash of the key
	next         uint32 // 1 + the index of the previous entry in its bucket, or 0
	used         uint32 // the clock when it was last added or found
}

// newCache returns an empty cache with a limit in bytes.
func newCache(limit int64) *cache {
	return &cache{limit: limit, seed: maphash.MakeSeed(), buckets: make([]uint32, fewBuckets)}
}

// hash returns the hash of a key that lookup and add expect.
func (c *cache) hash(key []byte) uint64 { return maphash.Bytes(c.seed, key) }

// lookup returns the count of the component with the given hash and key, and whether it is known.
// It marks the entry as used, and counts the lookup and, if the count is known, the hit.
func (c *cache) lookup(hash uint64, key []byte) (n number, known bool) {
	c.lookups++
	for i := c.buckets[int(hash)&(len(c.buckets)-1)]; i != 0; i = c.entries[i-1].next {
		e := &c.entries[i-1]
		if e.hash != uint32(hash) || int(e.key) != len(key) {
			continue
		}
		data := c.chunks[e.chunk][e.start:]
		if bytes.Equal(data[:e.key], key) {
			c.hits++
			e.used = c.clock
			return readNumber(data[e.key : e.key+e.size]), true
		}
	}
	return number{}, false
}

// add adds the count n of a component that is not in the cache. If the cache is full, it first
// drops other counts. It copies the key.
func (c *cache) add(hash uint64, key []byte, n number) {
	if c.size() > c.limit {
		c.evict()
	}
	if len(c.entries) >= len(c.buckets) {
		c.buckets = make([]uint32, 2*len(c.buckets))
		c.link(0)
	}
	c.scratch = n.append(append(c.scratch[:0], key...))
	c.clock++
	c.put(entry{key: uint32(len(key)), size: uint32(len(c.scratch) - len(key)), hash: uint32(hash), used: c.clock}, c.scratch)
	c.link(len(c.entries) - 1)
}

// size returns the approximate memory of the cache in bytes.
func (c *cache) size() int64 { return c.bytes + int64(len(c.entries)*entryBytes) }

// put appends an entry and data, the bytes of its key and its count, without linking it. It sets
// chunk and start of the entry; the other fields must be set.
func (c *cache) put(e entry, data []byte) {
	last := len(c.chunks) - 1
	if last < 0 || cap(c.chunks[last])-len(c.chunks[last]) < len(data) {
		size := max(len(data), chunkSize>>max(0, 8-len(c.chunks))) // 4 KB for the first chunks
		c.chunks = append(c.chunks, make([]byte, 0, size))
		c.bytes += int64(size)
		last++
	}
	e.chunk, e.start = uint32(last), uint32(len(c.chunks[last]))
	c.chunks[last] = append(c.chunks[last], data...)
	c.entries = append(c.entries, e)
}

// link inserts the entries with indices from and above into their buckets, which must not contain
// them.
func (c *cache) link(from int) {
	for i := from; i < len(c.entries); i++ {
		e := &c.entries[i]
		b := &c.buckets[int(e.hash)&(len(c.buckets)-1)]
		e.next, *b = *b, uint32(i+1)
	}
}

// begin marks the start of a branch, and end removes the mark. If the branch was refuted, end
// also removes all counts that became known in it: clauses learned in one component may make
// the counts of other components too small if there is no model.
//
// Source: T. Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, "Combining Component Caching
// and Clause Learning for Effective Model Counting", SAT 2004.
func (c *cache) begin() { c.marks = append(c.marks, len(c.entries)) }

func (c *cache) end(refuted bool) {
	mark := c.marks[len(c.marks)-1]
	c.marks = c.marks[:len(c.marks)-1]
	if !refuted {
		return
	}
	for len(c.entries) > mark {
		e := &c.entries[len(c.entries)-1]
		c.buckets[int(e.hash)&(len(c.buckets)-1)] = e.next
		for len(c.chunks)-1 > int(e.chunk) {
			c.bytes -= int64(cap(c.chunks[len(c.chunks)-1]))
			c.chunks = c.chunks[:len(c.chunks)-1]
		}
		c.chunks[e.chunk] = c.chunks[e.chunk][:e.start]
		c.entries = c.entries[:len(c.entries)-1]
	}
}

// evict drops the entries that were last used up to a certain time, about half of all, and keeps
// the order of the others. The time is the median of a sample. It adapts the marks.
func (c *cache) evict() {
	sample := []uint32{0}
	for i := 0; i < len(c.entries); i += 1 + len(c.entries)/1000 {
		sample = append(sample, c.entries[i].used)
	}
	slices.Sort(sample)
	median := sample[len(sample)/2]
	entries, chunks := c.entries, c.chunks
	c.entries, c.chunks, c.bytes = entries[:0], nil, 0
	mark, freed := 0, uint32(0)
	for i, e := range entries {
		for mark < len(c.marks) && c.marks[mark] == i {
			c.marks[mark] = len(c.entries)
			mark++
		}
		for ; freed < e.chunk; freed++ {
			chunks[freed] = nil
		}
		if e.used > median {
			c.put(e, chunks[e.chunk][e.start:e.start+e.key+e.size])
		}
	}
	for ; mark < len(c.marks); mark++ {
		c.marks[mark] = len(c.entries)
	}
	clear(c.buckets)
	c.link(0)
}

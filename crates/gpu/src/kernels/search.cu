// The search: one warp owns a stack of whole nodes in shared memory and expands 32 of them at a time.
//
// A node is an entry of ENTRY_BYTES bytes:
//
//   0..24   the tile on each cell, by its name: 8 times the pattern, plus its place in it. The upper three bits of the first
//           eight bytes are the origin: which entry of the frontier the node comes from
//   25, 26  the blank's cell (5 bits) and the state of the move automaton (11 bits)
//   27      g
//   28..31  the values: the second bit of the distance for each view and pattern, and for each view the slack, which is how
//           many moves away from its goal the path can still afford: (bound - g - h) / 2
//   32..    the cell of each tile, by view and pattern (or, with several partitions, by name, and again transposed)
//
// Given by the host: VIEWS, PATTERNS, PARTITIONS, MIRROR (views come in pairs, the second of which sees the board transposed),
// SIZE and NODES and WORDS where all patterns have one size, SLACK_AT and SLACK_BITS, ENTRY_BYTES and ENTRY_STRIDE,
// EVEN_CELLS, MAIN_REGION (more than half of the free cells) for one size, WARPS (of a depth-first block), STATES.

#define RING 64       // entries of a warp's stack that are in shared memory
#define BREADTH_RING 128
#define BREADTH_WARPS 4
#define FLOOD_ROUNDS 4
#define depth_threads (WARPS * 32)
#define breadth_threads (BREADTH_WARPS * 32)
#define MIRRORED(view) (MIRROR ? (view) & 1 : 0)
#define PARTITION_OF(view) (MIRROR ? (view) >> 1 : (view))
#define SLACK_MASK ((1u << SLACK_BITS) - 1)
#define SLACK_SHIFT(view) (SLACK_AT + SLACK_BITS * (view))
#define QUADS (ENTRY_BYTES / 16)

typedef struct {
    u32 neighbours[32];       // the cells above, left, right and below; a byte each
    u8 directions[32];        // which of these there are; a bit each
    u8 mirror[32];            // the transposed cell
    u8 slot[4][32];           // where a tile's cell is, in each view
    u8 members[4][4][8];      // the names of the tiles of each pattern, in each view
    u64 first_word[8];        // where the table of each pattern begins
    u32 first_region[4];      // by pattern: where the regions of its sets of cells begin
    u32 first_rank[4];        // by pattern: where the ranks of its sets of cells begin, in bytes
    u32 words[4], size[4];    // by pattern
} Constants;

typedef struct {
    u32 next_root, root_count, idle, found, pool_count, error, paused, unused;
    u64 expanded, generated, lookups, steps, spilled;
} Control;

typedef struct {
    const u32 *tables;
    const Quad *regions;
    const char *ranks;
    const Pair *automaton;
    const Constants *constants;
    const char *roots;
    char *pool, *spill;
    u32 *saved; // how many entries of each warp are in its spill since the launch before
    Control *control;
    u32 pool_entries, spill_entries, idle_limit, most_steps, widest, bound, stamp, unused;
} SearchParams;

typedef struct {
    char *ranks;
    Pair *automaton;
    Constants *constants;
    char *warps;
} SearchShared;

#if SIZES == 1
#define SIZE_OF(pattern) SIZE
#define WORD_OF(c, table, node) ((u64)((node) + (table) * NODES) * WORDS)
#define RANKS_OF(ranks, c, pattern) (ranks)
#define REGION_OF(c, pattern, rank) (rank)
#define MAIN_REGION_OF(pattern) ((CELLS - SIZE) / 2 + 1)
#else
#define SIZE_OF(pattern) (c->size[pattern])
#define WORD_OF(c, table, node) ((c)->first_word[table] + (u64)(node) * (c)->words[(table) % PATTERNS])
#define RANKS_OF(ranks, c, pattern) ((ranks) + (c)->first_rank[pattern])
#define REGION_OF(c, pattern, rank) ((c)->first_region[pattern] + (rank))
#define MAIN_REGION_OF(pattern) ((CELLS - c->size[pattern]) / 2 + 1)
#endif

INLINE void copy_entry(char *to, const char *from) {
    Quad quads[QUADS];
    UNROLL
    for (u32 i = 0; i < QUADS; i++) quads[i] = ((const Quad *)from)[i];
    UNROLL
    for (u32 i = 0; i < QUADS; i++) ((Quad *)to)[i] = quads[i];
}

INLINE u32 origin_of(const char *entry) {
    u32 origin = 0;
    for (u32 i = 0; i < 8; i++) origin |= (u32)((const u8 *)entry)[i] >> 5 << (3 * i);
    return origin;
}

INLINE void set_origin(char *entry, u32 origin) {
    for (u32 i = 0; i < 8; i++) {
        u8 *tile = (u8 *)entry + i;
        *tile = (u8)((*tile & 31) | (origin >> (3 * i) & 7) << 5);
    }
}

// What one view has to look up when a tile moves.
typedef struct {
    u32 cells, order, rank;
    u32 value, pattern, table, blank; // the bit among the values; the pattern, its table, the blank's cell as the view sees it
} Lookup;

INLINE Lookup lookup_of(const char *entry, const Constants *c, const char *ranks, u32 view, u32 tile, u32 from, u32 to) {
    u32 slot = c->slot[view][tile], pattern = slot >> 3, place = slot & 7;
    Lookup found;
    if (MIRRORED(view)) {
        from = c->mirror[from];
        to = c->mirror[to];
    }
    u32 size = SIZE_OF(pattern);
#if PARTITIONS == 1
    Pair tiles = *(const Pair *)(entry + 32 + 8 * (view * PATTERNS + pattern));
    // The sum has no carry: a byte changes from one cell to the other.
    u32 change = (to - from) << (8 * (place & 3));
    if (place < 4) tiles.x += change; else tiles.y += change;
    Placement placement = placement_of(tiles.x, tiles.y, size);
    found.cells = placement.cells;
    found.order = placement.order;
#else
    Pair names = *(const Pair *)c->members[view][pattern];
    const u8 *cell_of = (const u8 *)entry + 32 + 8 * PATTERNS * MIRRORED(view);
    u32 factorial = 1;
    found.cells = found.order = 0;
    UNROLL
    for (u32 j = 0; j < MOST_TILES; j++) {
        if (j < size) {
            u32 cell = cell_of[byte_of(j < 4 ? names.x : names.y, j & 3)];
            u32 bit = 1u << (j == place ? to : cell);
            if (j > 0) found.order += population(found.cells & (bit - 1)) * factorial;
            found.cells |= bit;
            factorial *= j + 1;
        }
    }
#endif
    found.value = view * PATTERNS + pattern;
    found.pattern = pattern;
    found.table = PARTITION_OF(view) * PATTERNS + pattern;
    found.blank = from;
    found.rank = rank_of(RANKS_OF(ranks, c, pattern), found.cells);
    return found;
}

// Whether the blank is in the region of more than half of the free cells. Some rounds of a flood answer it for most; a wrong no
// costs a read.
INLINE u32 is_in_main_region(u32 cells, u32 blank, u32 most) {
    u32 free = ALL & ~cells, not_left = free & ~LEFT_CELLS, not_right = free & ~RIGHT_CELLS, reached = 1u << blank;
    UNROLL
    for (u32 i = 0; i < FLOOD_ROUNDS; i++) {
        reached |= (reached << 1 & not_left) | (reached >> 1 & not_right);
        reached |= (reached << WIDTH | reached >> WIDTH) & free;
    }
    return population(reached) >= most;
}

INLINE u64 word_of(const SearchParams *p, const Constants *c, const Lookup *found) {
    u32 node = found->rank;
    if (!is_in_main_region(found->cells, found->blank, MAIN_REGION_OF(found->pattern))) {
        Quad regions = READ_ONLY(p->regions + REGION_OF(c, found->pattern, found->rank));
        node = node_of_label(regions, label_of(regions, found->blank), found->rank);
    }
    return WORD_OF(c, found->table, node) + (found->order >> 5);
}

// Changes the values by what a table says. Returns whether the path can afford it.
INLINE u32 judge(u32 *values, const Lookup *found, u32 view, u32 word, u32 goal_parity) {
    u32 bit = word >> (found->order & 31) & 1, changed = bit ^ (*values >> found->value & 1);
    u32 away = changed ^ ((population(found->cells & EVEN_CELLS) ^ goal_parity >> found->table) & 1);
    u32 slack = *values >> SLACK_SHIFT(view) & SLACK_MASK;
    *values = (*values ^ changed << found->value) - (away << SLACK_SHIFT(view));
    return !(away && slack == 0);
}

// A child that is not judged by all views yet: the lane of its parent, the tile, its cell, the view that judged it and the
// state of the automaton.
#define CHILD(lane, tile, view, from, state) ((lane) | (tile) << 5 | (view) << 10 | (from) << 12 | (state) << 17)
#define CHILD_PARENT(child) ((child) & 31)
#define CHILD_TILE(child) ((child) >> 5 & 31)
#define CHILD_VIEW(child) ((child) >> 10 & 3)
#define CHILD_FROM(child) ((child) >> 12 & 31)
#define CHILD_STATE(child) ((child) >> 17)
#define BLANK_OF(entry) (*(const u8 *)((entry) + 25) & 31)

// The search of one warp. `children` is how many a node has at most, `is_breadth` whether they go to the pool at once.
INLINE void search_of_warp(const SearchParams *p, const SearchShared *own, u32 warp, u32 in_all, const u32 children,
                           const u32 is_breadth) {
    const u32 capacity = is_breadth ? BREADTH_RING : RING;
    const u32 warp_bytes = (capacity + 32) * ENTRY_STRIDE + children * 32 * 8;
    char *ring = own->warps + warp * warp_bytes, *work = ring + capacity * ENTRY_STRIDE;
    u32 *candidates = (u32 *)(work + 32 * ENTRY_STRIDE), *candidate_values = candidates + children * 32;
    char *spill = p->spill + (u64)in_all * p->spill_entries * ENTRY_BYTES;
    const Constants *c = own->constants;
    u32 goal_parity = GOAL_PARITY;
    u32 bottom = 0, count = 0, roots_done = 0, quits = 0, step = 0, expanded = 0, spilled_now = 0;
    u32 spilled = is_breadth ? 0 : p->saved[in_all];
    PRIVATE(u32, generated, 1);
    PRIVATE(u32, lookups, 1);
    FOR_LANES MY(generated)[0] = MY(lookups)[0] = 0;
#define WRAP(i) ((i) >= capacity ? (i) - capacity : (i))

    for (;;) {
        while (count < 32) {
            u32 taken;
            if (spilled > 0) {
                taken = spilled < 32 ? spilled : 32;
                spilled -= taken;
                bottom = bottom >= taken ? bottom - taken : bottom + capacity - taken;
                WARP_SYNC();
                FOR_LANES {
                    if (lane < taken) {
                        copy_entry(ring + WRAP(bottom + lane) * ENTRY_STRIDE, spill + (u64)(spilled + lane) * ENTRY_BYTES);
                    }
                }
            } else {
                if (roots_done) break;
                u32 wanted = 32 - count, all = p->control->root_count, first = warp_add(&p->control->next_root, wanted);
                taken = first >= all ? 0 : all - first < wanted ? all - first : wanted;
                if (taken < wanted) roots_done = 1;
                bottom = bottom >= taken ? bottom - taken : bottom + capacity - taken;
                WARP_SYNC();
                FOR_LANES {
                    if (lane < taken) {
                        char *entry = ring + WRAP(bottom + lane) * ENTRY_STRIDE;
                        copy_entry(entry, p->roots + (u64)(first + lane) * ENTRY_BYTES);
                        if (p->stamp) set_origin(entry, first + lane);
                    }
                }
            }
            count += taken;
            WARP_SYNC();
        }
        if (count == 0) break;
        if (!is_breadth) {
            if (step >= p->most_steps) { // Pause: the stack waits in the spill, which has room for it.
                FOR_LANES {
                    for (u32 i = lane; i < count; i += 32) {
                        copy_entry(spill + (u64)(spilled + i) * ENTRY_BYTES, ring + WRAP(bottom + i) * ENTRY_STRIDE);
                    }
                }
                spilled += count;
                count = 0;
                quits = 1;
                break;
            }
            if ((step & 15) == 0) {
                u32 found = 0, splits = 0;
                found = warp_read(LIVE(p->control->found));
                splits = warp_read(LIVE(p->control->idle)) > p->idle_limit;
                if (found) {
                    count = spilled = 0;
                    quits = 1;
                    break;
                }
                if (splits) { // The others have no work: give them all of this.
                    u32 all = count + spilled, at = warp_add(&p->control->pool_count, all);
                    if (at + all > p->pool_entries) {
                        FIRST_LANE { p->control->error = 1; }
                    } else {
                        FOR_LANES {
                            for (u32 i = lane; i < spilled; i += 32) {
                                copy_entry(p->pool + (u64)(at + i) * ENTRY_BYTES, spill + (u64)i * ENTRY_BYTES);
                            }
                            for (u32 i = lane; i < count; i += 32) {
                                copy_entry(p->pool + (u64)(at + spilled + i) * ENTRY_BYTES,
                                           ring + WRAP(bottom + i) * ENTRY_STRIDE);
                            }
                        }
                    }
                    count = spilled = 0;
                    quits = 1;
                    break;
                }
            }
        }
        step += 1;
        u32 popped = count < p->widest ? count : p->widest;
        count -= popped;
        expanded += popped;
        PRIVATE(u32, alive, 4);
        PRIVATE(u32, values, 4);
        PRIVATE(u32, child, 4);
        FOR_LANES {
            if (lane < popped) copy_entry(work + lane * ENTRY_STRIDE, ring + WRAP(bottom + count + lane) * ENTRY_STRIDE);
        }
        WARP_SYNC();

        // The view with the least slack judges first: it cuts off most.
        FOR_LANES {
            UNROLL
            for (u32 k = 0; k < children; k++) MY(alive)[k] = MY(values)[k] = MY(child)[k] = 0;
            if (lane < popped) {
                const char *entry = work + lane * ENTRY_STRIDE;
                u32 header = *(const u32 *)(entry + 24), given = *(const u32 *)(entry + 28);
                u32 blank = header >> 8 & 31, neighbours = c->neighbours[blank];
                Pair next = own->automaton[header >> 13 & 2047];
                u32 allowed = (next.x >> 15 & 1) | (next.x >> 30 & 2) | (next.y >> 13 & 4) | (next.y >> 28 & 8);
                allowed &= c->directions[blank];
                u32 view = 0, least = given >> SLACK_SHIFT(0) & SLACK_MASK;
                UNROLL
                for (u32 v = 1; v < VIEWS; v++) {
                    u32 slack = given >> SLACK_SHIFT(v) & SLACK_MASK;
                    if (slack < least) {
                        least = slack;
                        view = v;
                    }
                }
                Lookup found[4];
                u32 is_there[4], word[4];
                UNROLL
                for (u32 k = 0; k < children; k++) {
                    is_there[k] = allowed != 0;
                    u32 direction = is_there[k] ? lowest(allowed) : 0;
                    allowed &= allowed - 1;
                    u32 from = is_there[k] ? neighbours >> (8 * direction) & 31 : blank;
                    u32 tile = ((const u8 *)entry)[from] & 31;
                    u32 state = (direction & 2 ? next.y : next.x) >> (16 * (direction & 1)) & 2047;
                    found[k] = lookup_of(entry, c, own->ranks, view, tile, from, blank);
                    MY(child)[k] = CHILD(lane, tile, view, from, state);
                    MY(generated)[0] += is_there[k];
                }
                UNROLL
                for (u32 k = 0; k < children; k++) {
                    word[k] = is_there[k] ? READ_ONLY(p->tables + word_of(p, c, &found[k])) : 0;
                }
                UNROLL
                for (u32 k = 0; k < children; k++) {
                    MY(values)[k] = given;
                    MY(alive)[k] = judge(&MY(values)[k], &found[k], view, word[k], goal_parity) & is_there[k];
                }
            }
        }
        u32 judged = 0;
        UNROLL
        for (u32 k = 0; k < children; k++) {
            u32 lanes = BALLOT(alive, k);
            FOR_LANES {
                if (MY(alive)[k]) {
                    u32 at = judged + population(lanes & ((1u << lane) - 1));
                    candidates[at] = MY(child)[k];
                    candidate_values[at] = MY(values)[k];
                }
            }
            judged += population(lanes);
        }
        WARP_SYNC();

        // The other views judge what is left, as many lanes at work as there are children.
        FOR_LANES {
            UNROLL
            for (u32 k = 0; k < children; k++) {
                u32 at = k * 32 + lane;
                MY(alive)[k] = at < judged;
                MY(child)[k] = at < judged ? candidates[at] : 0;
                MY(values)[k] = at < judged ? candidate_values[at] : 0;
            }
            _Pragma("unroll 1")
            for (u32 turn = 1; turn < VIEWS; turn++) {
                Lookup found[4];
                u32 word[4];
                UNROLL
                for (u32 k = 0; k < children; k++) {
                    if (MY(alive)[k]) {
                        u32 one = MY(child)[k], view = CHILD_VIEW(one) ^ turn;
                        const char *entry = work + CHILD_PARENT(one) * ENTRY_STRIDE;
                        found[k] = lookup_of(entry, c, own->ranks, view, CHILD_TILE(one), CHILD_FROM(one), BLANK_OF(entry));
                        MY(lookups)[0] += 1;
                    }
                }
                UNROLL
                for (u32 k = 0; k < children; k++) {
                    if (MY(alive)[k]) word[k] = READ_ONLY(p->tables + word_of(p, c, &found[k]));
                }
                UNROLL
                for (u32 k = 0; k < children; k++) {
                    if (MY(alive)[k]) {
                        u32 view = CHILD_VIEW(MY(child)[k]) ^ turn;
                        MY(alive)[k] = judge(&MY(values)[k], &found[k], view, word[k], goal_parity);
                    }
                }
            }
        }

        UNROLL
        for (u32 k = 0; k < children; k++) {
            if (k * 32 >= judged) continue;
            u32 lanes = BALLOT(alive, k), pushed = population(lanes);
            if (count + pushed > capacity) { // The oldest go to the spill, and from a full spill to the pool.
                if (spilled + 32 + RING > p->spill_entries) {
                    u32 at = warp_add(&p->control->pool_count, spilled);
                    if (at + spilled > p->pool_entries) {
                        FIRST_LANE { p->control->error = 1; }
                        quits = 1;
                    } else {
                        FOR_LANES {
                            for (u32 i = lane; i < spilled; i += 32) {
                                copy_entry(p->pool + (u64)(at + i) * ENTRY_BYTES, spill + (u64)i * ENTRY_BYTES);
                            }
                        }
                    }
                    spilled = 0;
                }
                WARP_SYNC();
                FOR_LANES {
                    copy_entry(spill + (u64)(spilled + lane) * ENTRY_BYTES, ring + WRAP(bottom + lane) * ENTRY_STRIDE);
                }
                spilled += 32;
                spilled_now += 32;
                bottom = WRAP(bottom + 32);
                count -= 32;
                WARP_SYNC();
            }
            FOR_LANES {
                if (MY(alive)[k]) {
                    u32 one = MY(child)[k], tile = CHILD_TILE(one), from = CHILD_FROM(one);
                    char *to = ring + WRAP(bottom + count + population(lanes & ((1u << lane) - 1))) * ENTRY_STRIDE;
                    const char *parent = work + CHILD_PARENT(one) * ENTRY_STRIDE;
                    copy_entry(to, parent);
                    u32 header = *(const u32 *)(to + 24), blank = header >> 8 & 31, g = (header >> 24) + 1;
                    *(u32 *)(to + 24) = (header & 255) | from << 8 | CHILD_STATE(one) << 13 | g << 24;
                    *(u32 *)(to + 28) = MY(values)[k];
                    // A path as long as the bound has no distance left.
                    if (g == p->bound) set_u32(&p->control->found, origin_of(parent) + 1);
                    u8 *cells = (u8 *)to;
                    cells[blank] = (u8)((cells[blank] & 224) | tile);
                    cells[from] = (u8)(cells[from] & 224);
                    cells[32 + tile] = (u8)blank;
#if MIRROR
                    cells[32 + 8 * PATTERNS + (PARTITIONS == 1 ? c->slot[1][tile] : tile)] = c->mirror[blank];
#endif
                }
            }
            count += pushed;
        }
        WARP_SYNC();
        if (quits) break;
        if (is_breadth) {
            u32 at = warp_add(&p->control->pool_count, count);
            if (at + count > p->pool_entries) {
                FIRST_LANE { p->control->error = 1; }
            } else {
                FOR_LANES {
                    for (u32 i = lane; i < count; i += 32) {
                        copy_entry(p->pool + (u64)(at + i) * ENTRY_BYTES, ring + WRAP(bottom + i) * ENTRY_STRIDE);
                    }
                }
            }
            bottom = count = 0;
            WARP_SYNC();
        }
    }
    u32 all_generated = SUM(generated, 0), all_lookups = SUM(lookups, 0);
    FIRST_LANE {
        if (!is_breadth) p->saved[in_all] = spilled;
        if (!quits) add_u32(&p->control->idle, 1);
        if (spilled) add_u32(&p->control->paused, 1);
        add_u64(&p->control->expanded, expanded);
        add_u64(&p->control->generated, all_generated);
        add_u64(&p->control->lookups, all_generated + all_lookups);
        add_u64(&p->control->steps, step);
        add_u64(&p->control->spilled, spilled_now);
    }
}

INLINE u32 round_up(u32 bytes) { return (bytes + 15) / 16 * 16; }

INLINE SearchShared share_tables(const SearchParams *p, char *shared, u32 threads) {
    SearchShared own;
    own.ranks = shared;
    own.automaton = (Pair *)(own.ranks + round_up(SIZES * RANK_BYTES));
    own.constants = (Constants *)((char *)own.automaton + round_up(STATES * 8));
    own.warps = (char *)own.constants + round_up(sizeof(Constants));
    FOR_THREADS {
        for (u32 i = thread; i < SIZES * RANK_BYTES / 4; i += threads) ((u32 *)own.ranks)[i] = ((const u32 *)p->ranks)[i];
        for (u32 i = thread; i < STATES; i += threads) own.automaton[i] = p->automaton[i];
        for (u32 i = thread; i < sizeof(Constants) / 4; i += threads) ((u32 *)own.constants)[i] = ((const u32 *)p->constants)[i];
    }
    BLOCK_SYNC();
    return own;
}

KERNEL(depth, SearchParams) {
    SearchShared own = share_tables(&p, shared, threads);
    FOR_WARPS search_of_warp(&p, &own, warp, block * (threads / 32) + warp, 3, 0);
}

KERNEL(breadth, SearchParams) {
    SearchShared own = share_tables(&p, shared, threads);
    FOR_WARPS search_of_warp(&p, &own, warp, block * (threads / 32) + warp, 4, 1);
}

// Tables: where a bit is, how the bits are found, and the exact distance of a start. See `shape.rs` for the layout.
//
// WIDTH and HEIGHT are those of the board.

#define CELLS (WIDTH * HEIGHT)
#define ALL ((1u << CELLS) - 1)
// Up to 8 tiles of a pattern.
#define MOST_TILES 8
// How many threads a block of each kernel may have.
#define build_level_threads 256
#define walk_threads 64

// Ranks of sets of cells, by nine, eight and eight bits of the set: for each class of sets of one size.
#define RANK_BYTES (512 * 4 + 9 * 256 * 2 + 256)
INLINE u32 rank_of(const char *ranks, u32 cells) {
    u32 high = cells >> 16, middle = cells >> 8 & 255, low = cells & 255;
    return ((const u32 *)ranks)[high] + ((const u16 *)(ranks + 2048))[population(high) * 256 + middle]
        + ((const u8 *)(ranks + 2048 + 4608))[low];
}

// Regions of the free cells: three planes of labels and the number of the node of label 1. Label 0 is the largest region; its
// node has the number of the set.
INLINE u32 label_of(Quad regions, u32 cell) {
    return (regions.x >> cell & 1) | (regions.y >> cell & 1) << 1 | (regions.z >> cell & 1) << 2;
}
INLINE u32 node_of_label(Quad regions, u32 label, u32 rank) { return label ? regions.w + label - 1 : rank; }
INLINE u32 node_of(const char *ranks, const Quad *regions, u32 cells, u32 blank) {
    u32 rank = rank_of(ranks, cells);
    Quad region = regions[rank];
    return node_of_label(region, label_of(region, blank), rank);
}

// The cells of tiles, a byte each, as a set and as the rank of their order.
typedef struct { u32 cells, order; } Placement;
INLINE Placement placement_of(u32 low, u32 high, u32 tiles) {
    Placement found = {0, 0};
    u32 factorial = 1;
    UNROLL
    for (u32 j = 0; j < MOST_TILES; j++) {
        if (j < tiles) {
            u32 bit = 1u << byte_of(j < 4 ? low : high, j & 3);
            if (j > 0) found.order += population(found.cells & (bit - 1)) * factorial;
            found.cells |= bit;
            factorial *= j + 1;
        }
    }
    return found;
}

// The cell beyond `cell` in a direction (up, left, right, down), or `cell` itself at the edge.
INLINE u32 beyond(u32 cell, u32 direction) {
    u32 row = cell / WIDTH, column = cell % WIDTH;
    if (direction == 0) return row > 0 ? cell - WIDTH : cell;
    if (direction == 1) return column > 0 ? cell - 1 : cell;
    if (direction == 2) return column < WIDTH - 1 ? cell + 1 : cell;
    return row < HEIGHT - 1 ? cell + WIDTH : cell;
}

// One level of a breadth-first search backward from the goal, for one table. A block of threads has one node: a set of cells
// and a region of the blank; its bits are the orders of the tiles. It takes what its neighbours found in the level before.
typedef struct {
    const char *ranks;
    const Quad *regions;
    const u32 *cells_of_node;
    const u32 *list; // the nodes whose distances have the parity of this level
    u32 *visited, *fresh, *table;
    u16 *last; // the last level in which a node found anything, plus 1
    u32 *known;
    const u16 *reorder; // where an order goes when the tile of one place in it takes another place
    u64 *found;
    u32 listed, sets, tiles, orders, words, level;
} BuildParams;
typedef struct {
    u32 level_sources[32], steep_sources[32];
    const u16 *reorder[32];
    u32 level_count, steep_count, total;
} BuildShared;

KERNEL(build_level, BuildParams) {
    BuildShared *own = (BuildShared *)shared;
    u32 *bits = (u32 *)(shared + (sizeof(BuildShared) + 15) / 16 * 16);
    for (u32 i = block; i < p.listed; i += blocks) {
        u32 node = p.list[i];
        if (p.known[node] == p.orders) continue;
        BLOCK_SYNC();
        FOR_THREADS {
            if (thread == 0) own->level_count = own->steep_count = own->total = 0;
        }
        BLOCK_SYNC();
        // Which neighbours found something: one thread for each tile and direction.
        FOR_THREADS {
            u32 place = thread >> 2, direction = thread & 3;
            if (thread < 32 && place < p.tiles) {
                u32 cells = p.cells_of_node[node], rest = cells;
                Quad regions = p.regions[rank_of(p.ranks, cells)];
                u32 label = node < p.sets ? 0 : node - regions.w + 1;
                for (u32 k = 0; k < place; k++) rest &= rest - 1;
                u32 from = lowest(rest), to = beyond(from, direction);
                if (to != from && !(cells >> to & 1) && label_of(regions, to) == label) {
                    u32 other_cells = cells ^ 1u << from ^ 1u << to;
                    u32 other = node_of(p.ranks, p.regions, other_cells, from);
                    if (p.last[other] == p.level + 1) {
                        u32 other_place = population(other_cells & ((1u << to) - 1));
                        if (place == other_place) {
                            own->level_sources[add_u32(&own->level_count, 1)] = other;
                        } else {
                            u32 at = add_u32(&own->steep_count, 1);
                            own->steep_sources[at] = other;
                            own->reorder[at] = p.reorder + (u64)(other_place * p.tiles + place) * p.orders;
                        }
                    }
                }
            }
        }
        BLOCK_SYNC();
        u32 level_count = own->level_count, steep_count = own->steep_count;
        if (level_count + steep_count == 0) continue;
        // Along a row the order stays; across rows it changes.
        FOR_THREADS {
            for (u32 w = thread; w < p.words; w += threads) {
                u32 word = 0;
                for (u32 k = 0; k < level_count; k++) word |= p.fresh[(u64)own->level_sources[k] * p.words + w];
                bits[w] = word;
            }
        }
        BLOCK_SYNC();
        for (u32 k = 0; k < steep_count; k++) {
            const u32 *source = p.fresh + (u64)own->steep_sources[k] * p.words;
            const u16 *reorder = own->reorder[k];
            FOR_THREADS {
                for (u32 w = thread; w < p.words; w += threads) {
                    for (u32 word = source[w]; word; word &= word - 1) {
                        u32 order = reorder[w * 32 + lowest(word)];
                        or_u32(&bits[order >> 5], 1u << (order & 31));
                    }
                }
            }
        }
        BLOCK_SYNC();
        FOR_THREADS {
            u32 count = 0;
            for (u32 w = thread; w < p.words; w += threads) {
                u64 at = (u64)node * p.words + w;
                u32 visited = p.visited[at], fresh = bits[w] & ~visited;
                p.fresh[at] = fresh;
                if (fresh) {
                    p.visited[at] = visited | fresh;
                    if ((p.level + 1) >> 1 & 1) p.table[at] |= fresh;
                    count += population(fresh);
                }
            }
            if (count) add_u32(&own->total, count);
        }
        BLOCK_SYNC();
        FOR_THREADS {
            if (thread == 0 && own->total) {
                p.last[node] = (u16)(p.level + 2);
                p.known[node] += own->total;
                add_u64(p.found, own->total);
            }
        }
    }
}

// The exact distance of each of some placements, by walking downhill: a table has the second bit of every distance, and the
// first is the parity of the cells.
typedef struct {
    const char *ranks;
    const Quad *regions;
    const u32 *table;
    const u64 *placements; // a byte for each tile's cell
    const u32 *blanks;
    u32 *distances;
    u64 goal;
    u32 count, tiles, words, goal_blank, even_cells;
} WalkParams;

INLINE u32 distance_mod_4(const WalkParams *p, u64 tiles, u32 blank, u32 *node, u32 *cells) {
    Placement placement = placement_of((u32)tiles, (u32)(tiles >> 32), p->tiles);
    Placement goal = placement_of((u32)p->goal, (u32)(p->goal >> 32), p->tiles);
    *cells = placement.cells;
    *node = node_of(p->ranks, p->regions, placement.cells, blank);
    u32 bit = p->table[(u64)*node * p->words + (placement.order >> 5)] >> (placement.order & 31) & 1;
    return bit << 1 | (population((placement.cells ^ goal.cells) & p->even_cells) & 1);
}

KERNEL(walk, WalkParams) {
    FOR_THREADS {
        u32 i = block * threads + thread;
        if (i < p.count) {
            u64 tiles = p.placements[i];
            u32 blank = p.blanks[i], node, cells, steps = 0, walking = 1;
            u32 left = distance_mod_4(&p, tiles, blank, &node, &cells);
            Placement goal = placement_of((u32)p.goal, (u32)(p.goal >> 32), p.tiles);
            u32 goal_node = node_of(p.ranks, p.regions, goal.cells, p.goal_blank);
            while (walking && !(tiles == p.goal && node == goal_node)) {
                walking = 0;
                for (u32 j = 0; j < p.tiles && !walking; j++) {
                    for (u32 direction = 0; direction < 4 && !walking; direction++) {
                        u32 from = (u32)(tiles >> (8 * j)) & 255, to = beyond(from, direction);
                        if (to == from || cells >> to & 1 || node_of(p.ranks, p.regions, cells, to) != node) continue;
                        u64 moved = (tiles & ~(255ull << (8 * j))) | (u64)to << (8 * j);
                        u32 moved_node, moved_cells;
                        if (distance_mod_4(&p, moved, from, &moved_node, &moved_cells) == ((left + 3) & 3)) {
                            tiles = moved;
                            node = moved_node;
                            cells = moved_cells;
                            left = (left + 3) & 3;
                            steps += 1;
                            walking = steps < 1000;
                        }
                    }
                }
            }
            // Where no neighbour is nearer, the table is wrong.
            p.distances[i] = tiles == p.goal && node == goal_node ? steps : ~0u;
        }
    }
}

// A board as a picture that stands alone: what lies still, and pieces with a place each, in units of a square. Pictures and
// films that leave the page are made of it, so it uses no style of the page.
import type { Board } from "../engine/engine";
import { box, hueOf, middle, outline } from "../boards/shape";

export interface Actor {
  id: number;
  /** The piece, drawn at the origin. */
  body: string;
  x: number;
  y: number;
}

export interface Scene {
  width: number;
  height: number;
  ground: string;
  actors: Actor[];
}

const FLOOR = "#e9e6df";
const WALL = "#8d8a83";
const INK = "#1c2126";
const MARGIN = 0.15;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const hsl = (hue: number, light = 40) => `hsl(${Math.round(hue)} 55% ${light}%)`;

const label = (text: string, x: number, y: number, size: number) =>
  `<text x="${x}" y="${y}" dy="0.35em" font-size="${size}" font-weight="600" text-anchor="middle" fill="#fff">${escaped(text)}</text>`;

export function sceneOf(board: Board): Scene {
  if (board.shape === "pegs") return pegs(board);
  if (board.shape === "graph") return graph(board);
  return grid(board);
}

/** A whole picture; nothing where the position of its pieces is told apart from it. */
export function svgOf({ width, height, ground, actors }: Scene, pixels = 480): string {
  const scale = pixels / (width + 2 * MARGIN);
  const tall = Math.round((height + 2 * MARGIN) * scale);
  const pieces = actors.map(({ id, body, x, y }) => `<g data-id="${id}" transform="translate(${x} ${y})">${body}</g>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${tall}" ` +
    `viewBox="${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}" font-family="sans-serif">` +
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="100%" height="100%" rx="0.2" fill="#d9d5cb"/>${ground}${pieces.join("")}</svg>`
  );
}

function grid(board: Extract<Board, { shape: "grid" }>): Scene {
  const { width, height } = board;
  const squares = (of: string) =>
    board.ground.flatMap((what, i) => (what === of ? [`M${i % width} ${Math.floor(i / width)}h1v1h-1z`] : [])).join("");
  const marks = board.marks.map(({ kind, cells, side }) => {
    if (kind !== "exit")
      return `<path d="${outline(cells, 0.09, 0.12, "board")}" fill="none" stroke="#a98a4c" stroke-width="0.05" stroke-dasharray="0.14 0.09"/>`;
    return cells
      .map(([x, y]) => {
        const bar = { up: `M${x} ${y}h1`, down: `M${x} ${y + 1}h1`, left: `M${x} ${y}v1`, right: `M${x + 1} ${y}v1` };
        return `<path d="${bar[side ?? "right"]}" stroke="#c62d30" stroke-width="0.14"/>`;
      })
      .join("");
  });
  const actors = board.pieces.map((piece): Actor => {
    const { x, y } = box(piece.cells);
    const home = piece.home?.[0];
    const row = home && height > 1 ? home[1] / (height - 1) : 0;
    const fill =
      piece.role === "tile"
        ? hsl(215 - 215 * row)
        : piece.role === "box"
          ? piece.at_home
            ? "#4d9a63"
            : "#c9954b"
          : piece.colour === "accent"
            ? "#c62d30"
            : hsl(hueOf(piece.colour) ?? 210);
    if (piece.role === "player")
      return { id: piece.id, x, y, body: '<circle cx="0.5" cy="0.5" r="0.32" fill="#3b4cc0"/>' };
    const [mx, my] = middle(piece.cells);
    const words = piece.role === "box" ? "" : label(piece.label, mx - x, my - y, 0.4);
    return { id: piece.id, x, y, body: `<path d="${outline(piece.cells, 0.045, 0.15)}" fill="${fill}"/>${words}` };
  });
  const ground =
    `<path d="${squares("floor")}" fill="${FLOOR}" stroke="${FLOOR}" stroke-width="0.01"/>` +
    `<path d="${squares("wall")}" fill="${WALL}" stroke="${WALL}" stroke-width="0.01"/>${marks.join("")}`;
  return { width, height, ground, actors };
}

function pegs(board: Extract<Board, { shape: "pegs" }>): Scene {
  const [wide, tall] = [3, 3];
  const width = board.pegs.length * wide;
  const thick = Math.min(0.45, (tall - 0.6) / board.discs);
  const ground = board.pegs
    .map((_, i) => `<path d="M${wide * (i + 0.5)} 0.3V${tall}M${wide * i + 0.15} ${tall}h${wide - 0.3}"/>`)
    .join("");
  const actors = board.pegs.flatMap((peg, i) =>
    peg.map((disc, height): Actor => {
      const w = 0.6 + ((wide - 0.9) * disc) / board.discs;
      const body = `<rect width="${w}" height="${thick * 0.92}" rx="${thick * 0.4}" fill="${hsl(200 + (140 * disc) / board.discs)}"/>`;
      return { id: disc, x: wide * (i + 0.5) - w / 2, y: tall - 0.05 - (height + 1) * thick, body };
    }),
  );
  return {
    width,
    height: tall,
    ground: `<rect width="${width}" height="${tall + 0.1}" fill="${FLOOR}"/><g stroke="${WALL}" stroke-width="0.12" fill="none">${ground}</g>`,
    actors,
  };
}

function graph(board: Extract<Board, { shape: "graph" }>): Scene {
  const side = Math.max(3, Math.sqrt(board.places.length) * 1.7);
  const at = (vertex: number): [number, number] => {
    const [x, y] = board.places[vertex] ?? [0.5, 0.5];
    return [0.6 + x * (side - 1.2), 0.6 + y * (side - 1.2)];
  };
  const lines = board.edges.map(([a, b]) => `M${at(a).join(" ")}L${at(b).join(" ")}`).join("");
  const actors = board.tiles.flatMap((tile, vertex): Actor[] => {
    if (tile === 0) return [];
    const [x, y] = at(vertex);
    const hue = 190 + (110 * tile) / board.tiles.length;
    return [{ id: tile, x, y, body: `<circle r="0.45" fill="${hsl(hue)}"/>${label(String(tile), 0, 0, 0.42)}` }];
  });
  const spots = board.places.map((_, i) => `<circle cx="${at(i)[0]}" cy="${at(i)[1]}" r="0.45"/>`).join("");
  return {
    width: side,
    height: side,
    ground: `<rect width="${side}" height="${side}" fill="${FLOOR}"/><path d="${lines}" stroke="${WALL}" stroke-width="0.08"/><g fill="#fff" stroke="${INK}" stroke-width="0.03">${spots}</g>`,
    actors,
  };
}

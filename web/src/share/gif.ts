// Films as GIF (CompuServe 1989): the colours that occur most, and of each picture only what differs from the one before.

const TRANSPARENT = 255;

export class Gif {
  readonly #width: number;
  readonly #height: number;
  readonly #bytes: number[] = [];
  #palette: [number, number, number][] = [];
  readonly #nearest = new Map<number, number>();
  #before: Uint8Array | undefined;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** Adds a picture of so many hundredths of a second. The colours of the first serve all. */
  add({ data }: { data: Uint8ClampedArray }, delay: number): void {
    if (this.#before === undefined) {
      this.#choose(data);
      this.#header();
    }
    const pixels = new Uint8Array(this.#width * this.#height);
    for (let i = 0; i < pixels.length; i++) pixels[i] = this.#indexOf(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!);
    const shown = pixels.slice();
    if (this.#before) for (let i = 0; i < pixels.length; i++) if (pixels[i] === this.#before[i]) shown[i] = TRANSPARENT;
    this.#before = pixels;
    // Graphic control: leave the picture, 255 is transparent. Then the picture, with the palette of all.
    this.#put(0x21, 0xf9, 4, 0b0000_0101);
    this.#short(delay);
    this.#put(TRANSPARENT, 0, 0x2c);
    for (const value of [0, 0, this.#width, this.#height]) this.#short(value);
    this.#put(0, 8);
    const packed = lzw(shown);
    for (let from = 0; from < packed.length; from += 255) {
      const block = packed.slice(from, from + 255);
      this.#put(block.length, ...block);
    }
    this.#put(0);
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#put(0x3b);
    return new Uint8Array(this.#bytes);
  }

  #header(): void {
    this.#put(...new TextEncoder().encode("GIF89a"));
    this.#short(this.#width);
    this.#short(this.#height);
    this.#put(0b1111_0111, 0, 0);
    for (let i = 0; i < 256; i++) this.#put(...(this.#palette[i] ?? [0, 0, 0]));
    this.#put(0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  }

  /** The 255 colours that occur most, as far as five bits of each channel tell them apart. */
  #choose(data: Uint8ClampedArray): void {
    const counts = new Map<number, [number, [number, number, number]]>();
    for (let i = 0; i < data.length; i += 4) {
      const colour: [number, number, number] = [data[i]!, data[i + 1]!, data[i + 2]!];
      const known = counts.get(coarse(...colour));
      if (known) known[0]++;
      else counts.set(coarse(...colour), [1, colour]);
    }
    this.#palette = [...counts.values()]
      .toSorted((a, b) => b[0] - a[0])
      .slice(0, TRANSPARENT)
      .map(([, colour]) => colour);
  }

  #indexOf(red: number, green: number, blue: number): number {
    const key = coarse(red, green, blue);
    const known = this.#nearest.get(key);
    if (known !== undefined) return known;
    let [best, least] = [0, Infinity];
    for (const [i, [r, g, b]] of this.#palette.entries()) {
      const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    this.#nearest.set(key, best);
    return best;
  }

  #put(...bytes: number[]): void {
    for (const byte of bytes) this.#bytes.push(byte);
  }

  #short(value: number): void {
    this.#put(value & 255, value >> 8);
  }
}

const coarse = (red: number, green: number, blue: number) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/** Packs indices of eight bits (Welch 1984), in the order of bits that GIF wants. */
export function lzw(pixels: Uint8Array): number[] {
  const [clear, end] = [256, 257];
  const out: number[] = [];
  let [buffer, held, size, next] = [0, 0, 9, 258];
  let codes = new Map<number, number>();
  const put = (code: number) => {
    buffer |= code << held;
    held += size;
    for (; held >= 8; held -= 8) {
      out.push(buffer & 255);
      buffer >>>= 8;
    }
  };
  put(clear);
  let prefix = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const key = (prefix << 8) | pixels[i]!;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next < 4096) {
      codes.set(key, next++);
      if (next > 1 << size && size < 12) size++;
    } else {
      put(clear);
      codes = new Map();
      [size, next] = [9, 258];
    }
    prefix = pixels[i]!;
  }
  put(prefix);
  put(end);
  if (held > 0) out.push(buffer & 255);
  return out;
}

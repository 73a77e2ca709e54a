// A visitor's own picture for the tiles. It stays on the device: in the browser's database, and nowhere else.

const DATABASE = "fewest";
const STORE = "pictures";
const KEY = "tiles";
/** Larger pictures are made smaller before they are kept. */
const LONGEST_SIDE = 1600;

export class Picture {
  /** An address of the picture for this page alone. */
  url = $state<string>();
  width = $state(1);
  height = $state(1);

  /** Brings back the picture that was chosen before. */
  async restore(): Promise<void> {
    try {
      const blob = await request<Blob | undefined>("readonly", (store) => store.get(KEY));
      if (blob) await this.#show(blob);
    } catch {
      // No database, as in private windows: no picture.
    }
  }

  /** Rejects where the file holds no picture. */
  async choose(file: Blob): Promise<void> {
    const blob = await shrunk(file);
    await this.#show(blob);
    await request("readwrite", (store) => store.put(blob, KEY)).catch(() => {});
  }

  async remove(): Promise<void> {
    this.#forget();
    await request("readwrite", (store) => store.delete(KEY)).catch(() => {});
  }

  async #show(blob: Blob): Promise<void> {
    const bitmap = await createImageBitmap(blob);
    this.#forget();
    this.width = bitmap.width;
    this.height = bitmap.height;
    bitmap.close();
    this.url = URL.createObjectURL(blob);
  }

  #forget(): void {
    if (this.url !== undefined) URL.revokeObjectURL(this.url);
    this.url = undefined;
  }
}

async function shrunk(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Drawn anew, the picture has lost what cameras write into files: places, dates, owners.
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("no database"));
  });
}

async function request<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = ask(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result as T);
      asked.onerror = () => reject(asked.error ?? new Error("no database"));
    });
  } finally {
    database.close();
  }
}

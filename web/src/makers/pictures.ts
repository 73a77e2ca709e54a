// Pictures to choose from, drawn here: nothing is fetched for them. Each has something to tell every tile from the others.

const SIDE = 800;

type Draw = (context: OffscreenCanvasRenderingContext2D) => void;

function hills(context: OffscreenCanvasRenderingContext2D): void {
  const sky = context.createLinearGradient(0, 0, 0, SIDE);
  for (const [at, colour] of [
    [0, "#27346b"],
    [0.45, "#e07a5f"],
    [0.7, "#f2cc8f"],
  ] as const)
    sky.addColorStop(at, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = "#fff4d6";
  context.beginPath();
  context.arc(560, 300, 80, 0, 2 * Math.PI);
  context.fill();
  for (const [i, colour] of ["#6d597a", "#465a7c", "#2f4858", "#1b2a33"].entries()) {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, SIDE);
    for (let x = 0; x <= SIDE; x += 8) {
      const wave = Math.sin(x / (150 - 20 * i) + 2.1 * i) * 60 + Math.sin(x / 53 + i) * 18;
      context.lineTo(x, 430 + 95 * i + wave);
    }
    context.lineTo(SIDE, SIDE);
    context.fill();
  }
}

function rings(context: OffscreenCanvasRenderingContext2D): void {
  for (let radius = 600; radius > 0; radius -= 24) {
    for (let turn = 0; turn < 24; turn++) {
      context.fillStyle = `oklch(${0.45 + 0.0005 * radius} 0.13 ${(radius * 0.9 + turn * 15) % 360})`;
      context.beginPath();
      context.moveTo(SIDE / 2, SIDE / 2);
      context.arc(SIDE / 2, SIDE / 2, radius, (turn * Math.PI) / 12, ((turn + 1) * Math.PI) / 12 + 0.01);
      context.fill();
    }
  }
}

function fields(context: OffscreenCanvasRenderingContext2D): void {
  const colours = ["#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51", "#6d597a"];
  let turn = 1;
  const next = () => (turn = (turn * 16_807) % 2_147_483_647) / 2_147_483_647;
  const split = (x: number, y: number, w: number, h: number, deep: number): void => {
    if (deep === 0 || Math.min(w, h) < 60) {
      context.fillStyle = colours[Math.floor(next() * colours.length)] ?? "#264653";
      context.fillRect(x, y, w - 6, h - 6);
      return;
    }
    const at = 0.3 + 0.4 * next();
    if (w > h) {
      split(x, y, w * at, h, deep - 1);
      split(x + w * at, y, w * (1 - at), h, deep - 1);
    } else {
      split(x, y, w, h * at, deep - 1);
      split(x, y + h * at, w, h * (1 - at), deep - 1);
    }
  };
  context.fillStyle = "#f4f1ea";
  context.fillRect(0, 0, SIDE, SIDE);
  split(6, 6, SIDE - 6, SIDE - 6, 6);
}

const drawings = { hills, rings, fields } satisfies Record<string, Draw>;
export type PictureName = keyof typeof drawings;
export const pictureNames = Object.keys(drawings) as PictureName[];

export async function drawn(name: PictureName): Promise<Blob> {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  drawings[name](context);
  return canvas.convertToBlob({ type: "image/png" });
}

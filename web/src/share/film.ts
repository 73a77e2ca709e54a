// A solution as a file: every step is drawn once, and becomes a picture of a GIF, a step of a page, or a frame of a video.
import type { App } from "../state/app.svelte";
import { sceneOf, svgOf, type Scene } from "./scene";
import { Gif } from "./gif";

/** Longer films are cut: nobody waits for them. */
export const MOST_STEPS = 300;
const PIXELS = 360;
/** How long the last picture stays, in milliseconds. */
const LAST_MS = 1500;

/** What the steps of a solution look like, the start included. */
export async function scenesOf(app: App, tell: (share: number) => void): Promise<Scene[]> {
  const { plan } = app.solution;
  if (!plan) return [];
  const steps = plan.steps.slice(0, MOST_STEPS);
  const scenes: Scene[] = [];
  for (let at = 0; at <= steps.length; at++) {
    const moves = [...plan.base, ...steps.slice(0, at)].join(" ");
    const { board } = await app.engine.query({ query: "view", puzzle: app.game.puzzle, moves });
    scenes.push(sceneOf(board));
    tell(at / (steps.length + 1));
  }
  return scenes;
}

async function pictured(scene: Scene): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svgOf(scene, PIXELS)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  return image;
}

async function canvasOf(first: Scene): Promise<[HTMLCanvasElement, CanvasRenderingContext2D]> {
  const image = await pictured(first);
  const canvas = document.createElement("canvas");
  // Videos need even sides.
  [canvas.width, canvas.height] = [image.width & ~1, image.height & ~1];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser draws no pictures");
  return [canvas, context];
}

function draw(context: CanvasRenderingContext2D, image: HTMLImageElement): void {
  const { width, height } = context.canvas;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
}

export async function gifOf(scenes: readonly Scene[], speed: number, tell: (share: number) => void): Promise<Blob> {
  const [canvas, context] = await canvasOf(scenes[0]!);
  const gif = new Gif(canvas.width, canvas.height);
  // Browsers show nothing faster than fifty pictures a second.
  const delay = Math.max(2, Math.round(100 / speed));
  for (const [i, scene] of scenes.entries()) {
    draw(context, await pictured(scene));
    const isLast = i === scenes.length - 1;
    gif.add(context.getImageData(0, 0, canvas.width, canvas.height), isLast ? LAST_MS / 10 : delay);
    tell(i / scenes.length);
  }
  return new Blob([gif.end()], { type: "image/gif" });
}

/** The kind of video that this browser writes, if any. */
export function videoType(): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  return ["video/mp4", "video/webm;codecs=vp9", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type));
}

export async function videoOf(scenes: readonly Scene[], speed: number, tell: (share: number) => void): Promise<Blob> {
  const [canvas, context] = await canvasOf(scenes[0]!);
  const images = await Promise.all(scenes.map(pictured));
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: videoType() ?? "video/webm" });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  recorder.start();
  // It is recorded as it plays.
  for (const [i, image] of images.entries()) {
    draw(context, image);
    tell(i / images.length);
    await rest(1000 / Math.min(speed, 30));
  }
  await rest(LAST_MS);
  recorder.stop();
  await ended;
  return new Blob(parts, { type: recorder.mimeType });
}

/** A page of its own that plays the film: one file, which asks for no other. */
export function pageOf(scenes: readonly Scene[], title: string, speed: number): string {
  const first = scenes[0]!;
  const frames = scenes.map(({ actors }, i) =>
    actors.flatMap(({ id, x, y }) => {
      const before = scenes[i - 1]?.actors.find((actor) => actor.id === id);
      return before && before.x === x && before.y === y ? [] : [[id, x, y]];
    }),
  );
  const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe}</title>
<style>body{margin:1rem auto;max-width:32rem;font-family:sans-serif;color:#1c2126;background:#f4f3ef}
svg{width:100%;height:auto}g[data-id]{transition:transform 120ms}input{width:100%}button{font:inherit;padding:.4rem 1rem}</style>
<h1 style="font-size:1.1rem">${safe}</h1>
${svgOf(first)}
<p><button id="play">&#9654;</button> <span id="at"></span></p><input id="to" type="range" min="0" max="${scenes.length - 1}" value="0" aria-label="Step">
<script>
const frames=${JSON.stringify(frames)},to=document.getElementById("to"),at=document.getElementById("at");let timer;
function show(n){for(let i=0;i<=n;i++)for(const [id,x,y] of frames[i])document.querySelector('[data-id="'+id+'"]').setAttribute("transform","translate("+x+" "+y+")");
to.value=n;at.textContent=n+" / "+(frames.length-1)}
function stop(){clearInterval(timer);timer=0}
to.oninput=()=>{stop();show(+to.value)};
document.getElementById("play").onclick=()=>{if(timer)return stop();if(+to.value===frames.length-1)show(0);
timer=setInterval(()=>{if(+to.value===frames.length-1)return stop();show(+to.value+1)},${Math.round(1000 / speed)})};
show(0);
</script>
`;
}

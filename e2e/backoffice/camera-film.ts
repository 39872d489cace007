import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "uqr";

const width = 640;
const height = 480;
const framesPerSecond = 5;

/** One frame in the format Y4M (4:2:0): the code in the middle of a grey image, or the image alone. */
function frame(text: string | null): Buffer {
  const luma = Buffer.alloc(width * height, 150);
  const chroma = Buffer.alloc((width * height) / 2, 128);
  if (text !== null) {
    const { data, size } = encode(text, { border: 4 });
    const scale = Math.floor((height - 80) / size);
    const [left, top] = [Math.floor((width - size * scale) / 2), Math.floor((height - size * scale) / 2)];
    for (let y = 0; y < size * scale; y++)
      for (let x = 0; x < size * scale; x++)
        luma[(top + y) * width + left + x] = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 16 : 235;
  }
  return Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
}

/**
 * Writes a film for Chromium's fake camera, which repeats it: each code is in view for some seconds.
 * @param scenes a code or null for an empty image, and the seconds @returns the launch arguments that play it
 */
export function cameraFilm(scenes: readonly (readonly [code: string | null, seconds: number])[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "lianne-film-"));
  // each process that reads the test file writes a film, and its browsers end before it
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "film.y4m");
  const frames = scenes.flatMap(([code, seconds]) =>
    Array.from({ length: seconds * framesPerSecond }, () => frame(code)),
  );
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([header, ...frames]));
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

/** The longer side of an uploaded image, in pixels. */
const maxSide = 3000;
const quality = 0.9;

/** A part of an image in its pixels, and quarter turns to the right. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
  turns: number;
}

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

function draw(bitmap: ImageBitmap, { x, y, width, height, turns }: Crop): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const canvas = document.createElement("canvas");
  const turned = turns % 2 === 1;
  [canvas.width, canvas.height] = turned ? [high, wide] : [wide, high];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser has no canvas.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, x, y, width, height, -wide / 2, -high / 2, wide, high);
  return canvas;
}

/**
 * An image as it is uploaded: upright, at most 3000 px, without metadata such as the place of the photograph, since only its pixels are
 * drawn again. A file that the browser cannot decode is left to the server, which makes the final decision.
 */
export async function prepareImage(file: Blob, crop?: (width: number, height: number) => Crop): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!bitmap) return file;
  const { width, height } = bitmap;
  const canvas = draw(bitmap, crop?.(width, height) ?? { x: 0, y: 0, width, height, turns: 0 });
  bitmap.close();
  return (await toBlob(canvas)) ?? file;
}

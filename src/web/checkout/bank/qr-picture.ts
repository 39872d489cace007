import { qrModules } from "#design/qr-code.tsx";

interface PictureText {
  qr: string;
  /** lines below the code: label and value */
  lines: readonly (readonly [label: string, value: string])[];
}

const width = 1200;
const codeSize = 1080;
const margin = (width - codeSize) / 2;
const lineHeight = 74;

/** Draws the code with its data in readable type below: a PNG with a white border, for the photo library. */
export async function qrPicture({ qr, lines }: PictureText): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = codeSize + margin * 2 + lines.length * lineHeight + margin;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw a picture");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  const { data, size } = qrModules(qr);
  const module = codeSize / size;
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark)
        // whole pixels, so that no seams appear between modules
        context.fillRect(
          ...([Math.floor(margin + x * module), Math.floor(margin + y * module)] as const),
          ...([Math.ceil(module), Math.ceil(module)] as const),
        );
  context.textBaseline = "top";
  for (const [index, [label, value]] of lines.entries()) {
    const y = codeSize + margin * 2 + index * lineHeight;
    context.font = "36px system-ui, sans-serif";
    context.fillText(label, margin, y + 6);
    context.font = "bold 44px system-ui, sans-serif";
    context.fillText(value, margin + 330, y, width - margin * 2 - 330);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png");
  });
}

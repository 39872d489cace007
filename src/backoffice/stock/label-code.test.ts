import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { labelCode } from "./label-code.ts";

/** The reader of the packing screen, as in browsers without a detector of their own. */
beforeAll(async () => {
  const wasmBinary = await readFile(new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
});

/** A label's code as a scanner of a few dots per module sees it, on a white label. */
function pixelsOf(sku: string, dots: number) {
  const { data, size } = labelCode(sku);
  const margin = 2 * dots;
  const width = size * dots + 2 * margin;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      for (let dot = 0; dark && dot < dots * dots; dot++) {
        const place = (margin + y * dots + Math.floor(dot / dots)) * width + margin + x * dots + (dot % dots);
        pixels.fill(0, place * 4, place * 4 + 3);
      }
  return { data: pixels, width, height: width, colorSpace: "srgb" as const };
}

test.each(["LN-R-0001-48-NB", "X", "nhẫn-bạc/52 mm", "A".repeat(60)])(
  "ST08: the label of %s is readable by the scanner",
  async (sku) => {
    const results = await readBarcodes(pixelsOf(sku, 4), { formats: ["QRCode"] });
    expect(results.map(({ text, isValid }) => [text, isValid])).toEqual([[sku, true]]);
  },
);

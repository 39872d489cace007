// Writes a brotli and a gzip file next to each file of a built program that compresses well, once, at the best level:
// node scripts/compress-assets.ts build/backoffice/assets
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [folder = ""] = process.argv.slice(2);
const compressible = /\.(js|css|svg|json|wasm)$/;
/** below this the headers weigh more */
const worthItBytes = 512;

const kinds = [
  {
    ending: "br",
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { ending: "gz", compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
];

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < worthItBytes) return;
  for (const { ending, compress } of kinds) {
    const compressed = await compress(bytes);
    if (compressed.length < bytes.length) await writeFile(`${path}.${ending}`, compressed);
  }
}

const names = (await readdir(folder)).filter((name) => compressible.test(name));
await Promise.all(names.map((name) => compressFile(join(folder, name))));

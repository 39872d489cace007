import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NotAProductFileError, openProductFile, type LinePosition } from "./product-file.ts";

/** The lines of a file as scanned, with their numbers, and as read again. */
async function read(bytes: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), "lianne-file-"));
  const path = join(folder, "products.csv");
  await writeFile(path, bytes);
  const file = await openProductFile(path);
  try {
    const scanned: { cells: readonly string[]; place: LinePosition }[] = [];
    await file.scan((cells, place) => scanned.push({ cells, place }));
    const again = await file.read(scanned.map(({ place }) => place));
    return { lines: scanned.map(({ cells, place }) => [place.line, ...cells]), again };
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}

test.each([
  ["of one kind", "SKU,Name\nA,x\nB,y\nC,z\n"],
  ["of Windows below one of Unix", "SKU,Name\nA,x\r\nB,y\r\nC,z"],
  ["of each kind in turns", "SKU,Name\r\nA,x\nB,y\r\nC,z\r"],
])("line ends %s split the same lines on every read", async (_what, text) => {
  const { lines, again } = await read(text);
  expect(lines).toEqual([
    [2, "A", "x"],
    [3, "B", "y"],
    [4, "C", "z"],
  ]);
  expect(again).toEqual(lines.map((line) => line.slice(1)));
});

test.each(["\n", "\r\n"])("lines are numbered as in editors, including line ends within cells (%j)", async (end) => {
  const text = ["SKU,Name", 'A,"one', "two", 'three"', "B,y", "", "C,z", ""].join(end);
  expect((await read(text)).lines.map(([line]) => line)).toEqual([2, 5, 7]);
});

test("a truncated character at the end is invalid", async () => {
  await expect(read(Buffer.from([...Buffer.from("SKU,Name\nA,Nh"), 0xe1, 0xba]))).rejects.toThrow(NotAProductFileError);
});

import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const variants = ["vi.phone", "en.phone", "vi.desktop", "en.desktop"] as const;

const style = `
body { margin: 2rem; background: #fbf8f4; color: #231f1c; font: 14px/1.5 system-ui, sans-serif }
h2 { margin: 3rem 0 0; font-weight: 500 }
section > div { display: grid; grid-template-columns: 1fr 1fr 2fr 2fr; gap: 1rem; align-items: start }
h3 { margin: 1.5rem 0 .5rem; font-weight: 400; color: #6b6058 }
img { width: 100%; max-height: 60rem; object-fit: cover; object-position: top; border: 1px solid #e3d9cd }`;

const words = (name: string): string => name.replace(/^\d+-/, "").replaceAll("-", " ");

function row(group: string, shot: string, files: ReadonlySet<string>): string {
  const pictures = variants.map((variant) => {
    const file = `${shot}.${variant}.jpg`;
    const address = `${group}/${encodeURIComponent(file)}`;
    return files.has(file)
      ? `<a href="${address}"><img src="${address}" loading="lazy" alt="${words(shot)}, ${variant}"></a>`
      : "<span></span>";
  });
  return `<section><h3>${words(shot)}</h3><div>${pictures.join("")}</div></section>`;
}

/** Writes `index.html` next to the pictures: a row for each state, both languages on both screens. @returns how many there are, and where the page is */
export async function writeContactSheet(folder: string): Promise<{ pictures: number; index: string }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const groups = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  let pictures = 0;
  const chapters: string[] = [];
  for (const group of groups.toSorted()) {
    const files = (await readdir(join(folder, group))).filter((name) => name.endsWith(".jpg"));
    pictures += files.length;
    const shots = [...new Set(files.map((name) => name.replace(/\.\w+\.\w+\.jpg$/, "")))].toSorted();
    chapters.push(`<h2>${words(group)}</h2>${shots.map((shot) => row(group, shot, new Set(files))).join("\n")}`);
  }
  const index = join(folder, "index.html");
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lianne, every screen</title><style>${style}</style>`;
  await writeFile(index, `${head}\n<h1>Every screen</h1>\n${chapters.join("\n")}\n</html>\n`);
  return { pictures, index };
}

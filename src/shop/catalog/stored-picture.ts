import type { Picture } from "#contract/catalog.ts";
import type { Language, Translated } from "#contract/language.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** An image as queries return it, see {@link pictureJson}. */
export interface StoredPicture {
  id: number;
  hash: string;
  name: string;
  width: number;
  height: number;
  widths: number[];
  alt: Translated | null;
  createdAt: string;
}

/** jsonb of a row of `picture` under an alias. @param alt an expression of type translated, or null */
export const pictureJson = (picture: Sql, alt: Sql): Sql => sql`jsonb_build_object(
  'id', ${picture}.id, 'hash', ${picture}.hash, 'name', ${picture}.name, 'width', ${picture}.width,
  'height', ${picture}.height, 'widths', ${picture}.widths, 'alt', ${alt}, 'createdAt', ${picture}.created_at)`;

/** Width for clients that take a single file: wide enough for a card on a high-density screen. */
const defaultWidth = 720;

/** @param origin put before the path for clients other than our own pages */
export function pictureOf(
  { hash, width, height, widths, alt, name }: StoredPicture,
  lang: Language,
  origin = "",
): Picture {
  const file = widths.findLast((one) => one <= defaultWidth) ?? widths[0] ?? width;
  return { src: `${origin}/media/${hash}/${file}.webp`, alt: alt?.[lang] ?? name, width, height, widths };
}

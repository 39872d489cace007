import { readFile } from "node:fs/promises";
import { type Envelope, invalidField, success } from "./envelope.ts";
import { whole } from "./numbers.ts";

/** A row of GHN's lists of the two levels since July 2025. */
export interface NewUnit {
  _id: number;
  name: string;
  extension_names: string[];
  type: "province" | "ward";
  parent_id: number;
  status: number;
}

/** The two levels as GHN has them. Its names are those of 2025: it does not know yet that Đồng Nai is a city. */
export interface NewUnits {
  provinces: NewUnit[];
  wardsOf: Map<number, NewUnit[]>;
}

const units = new URL("../../src/shop/addresses/data/units.tsv", import.meta.url);
const dongNai = "75";
/** communes of Đồng Nai that became wards in 2026 */
const lagging = new Set(["25270", "25357", "25363", "26116", "26170", "26248", "26326", "26368", "26425", "26485"]);
const provinceId = (code: string): number => 1_000_000 + Number(code);
const wardId = (code: string): number => 1_010_000 + Number(code);
const active = 1;
const deleted = 10;

export async function readNewUnits(): Promise<NewUnits> {
  const rows = (await readFile(units, "utf8")).split("\n").map((line) => line.split("\t"));
  const unit = (id: number, name: string, type: NewUnit["type"], parent: number): NewUnit => ({
    _id: id,
    name,
    extension_names: [name],
    type,
    parent_id: parent,
    status: active,
  });
  const provinces = rows.flatMap(([type, code = "", name = ""]) =>
    type === "province"
      ? [unit(provinceId(code), code === dongNai ? name.replace("Thành phố", "Tỉnh") : name, "province", 1)]
      : [],
  );
  const wards = rows.flatMap(([type, code = "", province = "", name = ""]) =>
    type === "ward"
      ? [unit(wardId(code), lagging.has(code) ? name.replace("Phường", "Xã") : name, "ward", provinceId(province))]
      : [],
  );
  return {
    // GHN's lists have rows that are no longer in use
    provinces: [...provinces, { ...unit(1_000_999, "Tỉnh Cũ", "province", 1), status: deleted }],
    wardsOf: Map.groupBy(wards, ({ parent_id: parent }) => parent),
  };
}

type Input = Record<string, unknown>;
const maxPage = 200;

function pageOf(rows: readonly NewUnit[], input: Input): Envelope {
  const offset = whole(input.offset ?? 0) ?? 0;
  const limit = whole(input.limit ?? maxPage) ?? 0;
  if (limit < 1 || limit > maxPage) return invalidField("Request.Limit", "max");
  return success(rows.slice(offset, offset + limit));
}

export const newProvinces = ({ provinces }: NewUnits, input: Input): Envelope => pageOf(provinces, input);

/** An unknown province has an empty list, not an error. */
export const newWards = ({ wardsOf }: NewUnits, input: Input): Envelope =>
  pageOf(wardsOf.get(whole(input.province_id) ?? 0) ?? [], input);

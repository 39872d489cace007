/** The units since July 2025 and where each ward before it went. Published as a file of tab-separated lines, see data/README.md. */
export interface AddressDataset {
  /** the date from which the units are valid, YYYY-MM-DD: compares as text */
  version: string;
  provinces: ReadonlyMap<string, { name: string }>;
  wards: ReadonlyMap<string, { name: string; province: string }>;
  /** codes of new wards by the code of an old ward, or of an old district without wards ("H536") */
  moves: ReadonlyMap<string, readonly string[]>;
}

/** A line of a file that is not a unit, a move or the version. */
export class InvalidDatasetError extends Error {}

const isCode = { province: /^\d{2}$/, ward: /^\d{5}$/, old: /^(\d{5}|H\d{3})$/ };

function assert(condition: boolean, line: number, reason: string): asserts condition {
  if (!condition) throw new InvalidDatasetError(`line ${line}: ${reason}`);
}

/**
 * Reads a file of units. Lines: `version DATE`, `province CODE NAME`, `ward CODE PROVINCE NAME`, `move OLD NEW[,NEW]`.
 * @param moves of the current units, for a file without moves
 * @throws InvalidDatasetError with the line
 */
export function parseDataset(text: string, moves?: AddressDataset["moves"]): AddressDataset {
  let version = "";
  const provinces = new Map<string, { name: string }>();
  const wards = new Map<string, { name: string; province: string }>();
  const readMoves = new Map<string, readonly string[]>();
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (row === "" || row.startsWith("#")) continue;
    const [type = "", first = "", second = "", third = ""] = row.normalize("NFC").split("\t");
    const line = index + 1;
    if (type === "version") {
      assert(/^\d{4}-\d\d-\d\d$/.test(first), line, "the version must be a date, YYYY-MM-DD");
      version = first;
    } else if (type === "province") {
      assert(isCode.province.test(first) && second.length > 1, line, "a province needs a code of 2 digits and a name");
      assert(!provinces.has(first), line, `province ${first} is there twice`);
      provinces.set(first, { name: second });
    } else if (type === "ward") {
      assert(
        isCode.ward.test(first) && third.length > 1,
        line,
        "a ward needs a code of 5 digits, a province and a name",
      );
      assert(provinces.has(second), line, `province ${second} is not defined above`);
      assert(!wards.has(first), line, `ward ${first} is there twice`);
      wards.set(first, { name: third, province: second });
    } else if (type === "move") {
      assert(
        isCode.old.test(first) && second !== "",
        line,
        "a move needs the code of an old ward and codes of new ones",
      );
      readMoves.set(first, second.split(","));
    } else assert(false, line, 'must begin with "version", "province", "ward" or "move"');
  }
  const dataset = { version, provinces, wards, moves: readMoves.size > 0 ? readMoves : (moves ?? readMoves) };
  checkDataset(dataset);
  return dataset;
}

function checkDataset({ version, wards, moves }: AddressDataset): void {
  if (version === "") throw new InvalidDatasetError("no line with the version");
  if (wards.size === 0) throw new InvalidDatasetError("no wards");
  if (moves.size === 0) throw new InvalidDatasetError("no moves of old wards");
  const lost = new Set([...moves.values()].flat().filter((code) => !wards.has(code)));
  if (lost.size > 0)
    throw new InvalidDatasetError(
      `old wards lead to wards that are not in the file: ${[...lost].slice(0, 10).join(", ")}; add "move" lines for all old wards`,
    );
}

export interface UnitChange {
  code: string;
  before: string;
  after: string;
}
/** What differs between two states of the units, names with their level, wards with their province. */
export interface DatasetChanges {
  added: { code: string; name: string }[];
  removed: { code: string; name: string }[];
  /** another name or level, in the same province */
  renamed: UnitChange[];
  /** another province */
  changed: UnitChange[];
}

interface NamedUnit {
  /** with its province */
  name: string;
  province: string;
}
function unitNames({ provinces, wards }: AddressDataset): Map<string, NamedUnit> {
  const names = new Map<string, NamedUnit>();
  for (const [code, { name }] of provinces) names.set(code, { name, province: "" });
  for (const [code, { name, province }] of wards)
    names.set(code, { name: `${name}, ${provinces.get(province)?.name}`, province });
  return names;
}
const ownName = (data: AddressDataset, code: string): string | undefined =>
  (data.wards.get(code) ?? data.provinces.get(code))?.name;

export function compareDatasets(before: AddressDataset, after: AddressDataset): DatasetChanges {
  const old = unitNames(before);
  const current = unitNames(after);
  const changes: DatasetChanges = { added: [], removed: [], renamed: [], changed: [] };
  for (const [code, { name, province }] of current) {
    const was = old.get(code);
    if (!was) changes.added.push({ code, name });
    else if (was.province !== province) changes.changed.push({ code, before: was.name, after: name });
    else if (ownName(before, code) !== ownName(after, code))
      changes.renamed.push({ code, before: was.name, after: name });
  }
  for (const [code, { name }] of old) if (!current.has(code)) changes.removed.push({ code, name });
  return changes;
}

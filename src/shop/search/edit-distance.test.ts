import { expect, test } from "vitest";
import { isWithinOneEdit } from "./edit-distance.ts";

test("accepts one character missing, extra or wrong, or two adjacent ones transposed", () => {
  for (const typed of ["sapphire", "saphire", "sapphiire", "sapphare", "spaphire", "apphire", "sapphir", "sapphier"]) {
    expect(isWithinOneEdit(typed, "sapphire"), typed).toBe(true);
    expect(isWithinOneEdit("sapphire", typed), typed).toBe(true);
  }
});

test("rejects two edits", () => {
  for (const typed of ["saphir", "sxpphixe", "papshire", "sapphirers", "", "ruby", "sappheri"]) {
    expect(isWithinOneEdit(typed, "sapphire"), typed).toBe(false);
    expect(isWithinOneEdit("sapphire", typed), typed).toBe(false);
  }
});

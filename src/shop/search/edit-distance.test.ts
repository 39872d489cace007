import { expect, test } from "vitest";
import { withinOneSlip } from "./edit-distance.ts";

test("one slip is a letter missing, one too many, a wrong one, or two neighbours changed about", () => {
  for (const typed of ["sapphire", "saphire", "sapphiire", "sapphare", "spaphire", "apphire", "sapphir", "sapphier"]) {
    expect(withinOneSlip(typed, "sapphire"), typed).toBe(true);
    expect(withinOneSlip("sapphire", typed), typed).toBe(true);
  }
});

test("two slips are too many", () => {
  for (const typed of ["saphir", "sxpphixe", "papshire", "sapphirers", "", "ruby", "sappheri"]) {
    expect(withinOneSlip(typed, "sapphire"), typed).toBe(false);
    expect(withinOneSlip("sapphire", typed), typed).toBe(false);
  }
});

import type { Stage } from "#contract/stages.ts";
import type { Language } from "#contract/language.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

export const packOrderNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "workflow_errors.no_order"));

/** 409: the order is in a stage in which it is not packed, e.g. since it was cancelled. */
export const notToPack = (lang: Language, stage: Stage): HttpError =>
  new HttpError(
    409,
    "lianne_invalid_state",
    t(lang, stage === "closed" ? "packing_errors.closed" : "packing_errors.not_to_pack", {
      state: t(lang, `order_stages.${stage}`),
    }),
    { extra: { state: stage } },
  );

/** 409: the customer's change of the order is being applied, at the carrier too. */
export const beingChanged = (lang: Language): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, "packing_errors.being_changed"), { extra: { state: "to_pack" } });

/** 409: another staff member packs the order, or has packed it. */
export const assignedToOther = (
  lang: Language,
  { name, since, packed }: { name: string; since: Date; packed: boolean },
): HttpError =>
  new HttpError(
    409,
    "lianne_assigned_to_other",
    t(lang, packed ? "packing_errors.packed_by_other" : "packing_errors.assigned", { name }),
    { extra: { by: name, since: since.toISOString() } },
  );

/** 409 with the lines that are not ticked completely. */
export const notAllTicked = (lang: Language, lines: { line_id: number; missing: number }[]): HttpError =>
  new HttpError(409, "lianne_not_all_ticked", t(lang, "packing_errors.not_ticked"), { extra: { lines } });

export const photoRequired = (lang: Language): HttpError =>
  new HttpError(409, "lianne_photo_required", t(lang, "packing_errors.photo_required"));

export const unknownCode = (lang: Language, code: string): HttpError =>
  new HttpError(404, "lianne_unknown_code", t(lang, "packing_errors.unknown_code", { code }));

/** 409: the line of the order has another item than the device saw. */
export const itemChanged = (lang: Language, item: string): HttpError =>
  new HttpError(409, "lianne_item_changed", t(lang, "packing_errors.item_changed", { item }), {
    extra: { state: "to_pack" },
  });

export const lineNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "packing_errors.no_line"));

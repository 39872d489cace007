import type { PackOrder } from "#contract/backoffice/packing.ts";
import { withUnits } from "#contract/free-gift.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";

/** What is put into the box besides the items. */
export function extrasOf(t: TextOf, { lines, gift }: PackOrder) {
  const gifts = lines.flatMap(({ id, gift: item }) =>
    item
      ? [
          {
            id: `gift-${id}`,
            kind: "gift" as const,
            label: t("pack.free_gift", { name: withUnits(item.name, item.quantity) }),
          },
        ]
      : [],
  );
  return gift.message ? [...gifts, { id: "card", kind: "card" as const, label: t("pack.card") }] : gifts;
}

export type Extra = ReturnType<typeof extrasOf>[number];

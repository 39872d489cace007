import { useEffect, useRef } from "react";
import type { PackOrder, PackScanResult } from "#contract/backoffice/packing.ts";
import { Button } from "#design/button.tsx";
import { AlertIcon } from "#design/icons.tsx";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";

const countKey = "lianne-admin-wrong-scans";

/** Counts a wrong scan for this device, not for a person. */
export function countWrongScan(): void {
  localStorage.setItem(countKey, String(Number(localStorage.getItem(countKey) ?? 0) + 1));
}

function explain(t: TextOf, { code, item, order }: Pick<WrongItemProps, "code" | "item" | "order">): string {
  const isNeeded = (id: number) => order.lines.some((line) => line.id === id && line.ticked < line.quantity);
  // of several sizes of the product the one that is not ticked yet
  const expected = item?.expected.find(({ line_id }) => isNeeded(line_id)) ?? item?.expected[0];
  if (item && expected) return t("pack.wrong_option", { scanned: item.option, required: expected.option });
  return item ? t("pack.wrong_item", { name: item.name, option: item.option }) : t("pack.wrong_code", { code });
}

interface WrongItemProps {
  code: string;
  item: PackScanResult | null;
  order: PackOrder;
  onClose: () => void;
}

/** In place of the items after a wrong code: what it is, and what the order requires. Scanning stops until it is closed. */
export function WrongItem({ code, item, order, onClose }: WrongItemProps) {
  const t = useTexts();
  const section = useRef<HTMLElement>(null);
  // The section has the focus and not its button: the Enter of a hand scanner must not close the alarm.
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "center" });
  }, []);
  const needed = order.lines.filter(({ ticked, quantity }) => ticked < quantity);
  return (
    <section ref={section} role="alert" tabIndex={-1} className="space-y-3 rounded-[8px] bg-danger p-4 text-ivory">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        <AlertIcon size={24} />
        {t("pack.wrong")}
      </h2>
      <p className="text-xl font-medium">{explain(t, { code, item, order })}</p>
      <p className="text-sm">{t("pack.needs")}</p>
      <ul className="list-disc pl-5 text-base">
        {needed.map(({ id, name, option, ticked, quantity }) => (
          <li key={id}>
            {quantity - ticked} × {name} {option}
          </li>
        ))}
      </ul>
      <p className="text-xs">{t("pack.device_errors", { count: localStorage.getItem(countKey) ?? 0 })}</p>
      <Button wide onClick={onClose}>
        {t("pack.put_back")}
      </Button>
    </section>
  );
}

import type { PackOrder } from "#contract/backoffice/packing.ts";
import { Checkbox } from "#design/choice.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { Extra } from "./pack-extras.ts";
import { packExtra } from "./packing-actions.ts";

interface ExtrasProps {
  order: PackOrder;
  extras: readonly Extra[];
}

/** Free gifts, the gift message to copy onto a card, what the customer wrote, and notes for packing. */
export function ExtrasCard({ order, extras }: ExtrasProps) {
  const t = useTexts();
  const { gift, customer_note, notes } = order;
  if (extras.length === 0 && !gift.hide_prices && !customer_note && notes.length === 0) return null;
  return (
    <section className="card space-y-2 p-4">
      {extras.map((extra) => (
        <Checkbox
          key={extra.id}
          label={extra.label}
          checked={order.extras.includes(extra.id)}
          onChange={({ target }) => void packExtra(order, extra, target.checked)}
        />
      ))}
      {gift.message && (
        <p className="border-l-2 border-champagne pl-3 text-xl leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {gift.message}
        </p>
      )}
      {gift.hide_prices && <p className="font-medium text-danger">{t("pack.no_price")}</p>}
      {customer_note && (
        <p className="text-sm break-words whitespace-pre-wrap">
          <strong>{t("order.customer_note")}:</strong> {customer_note}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="text-sm">
          <strong>{t("pack.notes")}:</strong> {note}
        </p>
      ))}
    </section>
  );
}

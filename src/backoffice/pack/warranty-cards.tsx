import type { PackOrder, Warranty } from "#contract/backoffice/packing.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { formatDay } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { QrCode } from "#design/qr-code.tsx";

const WarrantyCard = ({ card }: { card: Warranty }) => {
  const t = useTexts();
  return (
    <li className="break-inside-avoid border border-line p-3 text-sm">
      <QrCode text={card.code} label={t("pack.warranty_card", { code: card.code })} className="w-52 max-w-full" />
      <p className="text-center font-medium">{card.code}</p>
      <p>{card.name}</p>
      {card.details.map(({ name, value }) => (
        <p key={name}>
          {name}: {value}
        </p>
      ))}
      <p>{t("pack.warranty_from", { date: formatDay(card.created_at) })}</p>
      <p>{t("pack.warranty_until", { date: formatDay(card.valid_until) })}</p>
    </li>
  );
};

/** Creates the warranty cards of an order's items, to be printed with its slip. */
export function WarrantyCards({ order }: { order: PackOrder }) {
  const t = useTexts();
  const create = useAction(async (key) => {
    const lists = await Promise.all(
      order.lines.map(({ id: line_id }) =>
        call("POST bo/warranties", { body: { order_id: order.id, line_id }, key: `${key}-${line_id}` }),
      ),
    );
    return lists.flatMap(({ data }) => data);
  });
  return (
    <Card title={t("pack.warranty")}>
      {create.result ? (
        <>
          <ul className="grid grid-cols-2 gap-3 print:fixed print:inset-0 print:bg-white">
            {create.result.map((card) => (
              <WarrantyCard key={card.code} card={card} />
            ))}
          </ul>
          <Button look="secondary" size="small" className="mt-3 min-h-12" onClick={() => print()}>
            {t("pack.print")}
          </Button>
        </>
      ) : (
        <Button look="secondary" size="small" className="min-h-12" busy={create.busy} onClick={() => void create.run()}>
          {t("pack.create_warranty")}
        </Button>
      )}
      <Failure error={create.error} />
    </Card>
  );
}

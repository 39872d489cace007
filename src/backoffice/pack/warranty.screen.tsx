import { useState } from "react";
import { useParams } from "react-router";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { formatDay, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

function RepairForm({ code }: { code: string }) {
  const t = useTexts();
  const [note, setNote] = useState("");
  const record = useAction(async (key) => {
    await call("POST bo/warranties/{code}/repairs", { path: { code }, body: { note }, key });
    setNote("");
    await invalidate("GET bo/warranties/{code}");
  });
  return (
    <form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void record.run();
      }}
    >
      <TextField
        label={t("pack.repair_note")}
        required
        maxLength={500}
        value={note}
        error={record.error?.fields.note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Failure error={record.error} />
      <Button type="submit" look="secondary" busy={record.busy}>
        {t("pack.record_repair")}
      </Button>
    </form>
  );
}

/** A warranty card: the item, the remaining time, its order and the repairs so far. */
export default function WarrantyScreen() {
  const t = useTexts();
  const { permissions } = useSession();
  const { code = "" } = useParams();
  const card = useApi("GET bo/warranties/{code}", { path: { code } });
  return (
    <Page title={t("pack.warranty_card", { code })} back={{ to: "/pack", label: t("nav.pack") }} width="form">
      <Loaded query={card}>
        {(data) => (
          <div className="space-y-4">
            <Card title={data.name}>
              <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
                {data.details.map(({ name, value }) => (
                  <div key={name} className="contents">
                    <dt className="text-taupe">{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              <p className="mt-3 flex flex-wrap items-center gap-2 text-sm">
                {t("pack.warranty_until", { date: formatDay(data.valid_until) })}
                <Badge tone={data.days_left > 0 ? "success" : "danger"}>
                  {data.days_left > 0 ? t("pack.days_left", { count: data.days_left }) : t("pack.ended")}
                </Badge>
              </p>
              <div className="mt-3">
                <LinkAsButton to={`/pack/${data.order_id}`} look="secondary">
                  {t("pack.order", { number: data.order_id })}
                </LinkAsButton>
              </div>
            </Card>
            <Card title={t("pack.repairs")}>
              {data.repairs.length === 0 && <p className="text-sm text-taupe">{t("pack.no_repairs")}</p>}
              <ul className="divide-y divide-line">
                {data.repairs.map(({ id, at, by, note }) => (
                  <li key={id} className="py-2 text-sm">
                    {note}
                    <span className="block text-xs text-taupe">
                      {formatTime(t, at)} {by}
                    </span>
                  </li>
                ))}
              </ul>
              {permissions.includes("orders.view") && <RepairForm code={code} />}
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

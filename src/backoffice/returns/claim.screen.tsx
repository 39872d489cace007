import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import type { ClaimSheet } from "#contract/backoffice/returns.ts";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { PrintAndShare } from "#backoffice/components/print-and-share.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount, formatDay, formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";
import { carrierStatus } from "#backoffice/parcels/carrier-status.ts";
import { type ComparedFields, ComparedVersions } from "#backoffice/versions/compared-versions.tsx";

/** The part of a claim that staff members write. */
type Recorded = Pick<ClaimSheet, "compensation" | "version">;

const comparedFields = (t: TextOf, { compensation }: Recorded): ComparedFields => [
  [t("claim.amount"), compensation ? formatAmount(compensation.amount) : ""],
  [t("claim.received_on"), compensation ? formatDay(compensation.received_on) : ""],
  [t("claim.note"), compensation?.note ?? ""],
];

interface CompensationConflictProps {
  /** what was recorded when the form was opened */
  loaded: Recorded;
  action: Pick<Action<never, unknown>, "error" | "reset">;
  /** the form is then based on what another person has recorded */
  onRead: (current: Recorded) => void;
}

/** Shows what another person has recorded since the form was opened. */
function CompensationConflict({ loaded, action: { error, reset }, onRead }: CompensationConflictProps) {
  const t = useTexts();
  if (error?.status !== 412) return null;
  const current = error.current as Recorded;
  const close = () => {
    onRead(current);
    reset();
  };
  const versions = { loaded: comparedFields(t, loaded), current: comparedFields(t, current) };
  return <ComparedVersions title={t("claim.conflict")} {...versions} onClose={close} />;
}

/** Records what the carrier paid; an earlier amount is corrected. */
function Compensation({ claim }: { claim: ClaimSheet }) {
  const t = useTexts();
  const { permissions } = useSession();
  const { parcel_id } = claim;
  // what the form is based on, also if the claim is read again meanwhile
  const [opened, setOpened] = useState<Recorded>(claim);
  const { compensation } = opened;
  const draft = useDraft(`compensation-${parcel_id}`, {
    amount: compensation ? String(compensation.amount) : "",
    day: compensation?.received_on ?? "",
    note: compensation?.note ?? "",
  });
  const { amount, day, note } = draft.values;
  const parsed = parseAmount(amount);
  const record = useAction(async () => {
    const { data } = await call("PUT bo/parcels/{id}/compensation", {
      path: { id: parcel_id },
      body: { amount: parsed ?? 0, received_on: day, note },
      ifMatch: `"${opened.version}"`,
    });
    setOpened(data);
    draft.discard();
    await invalidate("GET bo/parcels/{id}/claim");
  });
  const fields = record.error?.fields ?? {};
  return (
    <Card className="print:hidden" title={t("claim.compensation")} text={t("claim.compensation_text")}>
      <p role="status" className="mb-3 text-sm text-success empty:hidden">
        {compensation &&
          t("claim.recorded", { amount: formatAmount(compensation.amount), day: formatDay(compensation.received_on) })}
      </p>
      {permissions.includes("parcels.manage") && (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            void record.run();
          }}
        >
          <DraftOffer draft={draft} />
          <AmountField
            label={t("claim.amount")}
            required
            value={amount}
            error={fields.amount}
            onChange={(typed) => draft.change({ amount: typed })}
          />
          <TextField
            label={t("claim.received_on")}
            type="date"
            required
            value={day}
            error={fields.received_on}
            onChange={(event) => draft.change({ day: event.target.value })}
          />
          <TextField
            label={t("claim.note")}
            maxLength={300}
            value={note}
            error={fields.note}
            onChange={(event) => draft.change({ note: event.target.value })}
          />
          {Object.keys(fields).length === 0 && record.error?.status !== 412 && <Failure error={record.error} />}
          <ServerButton type="submit" wide busy={record.busy}>
            {t("claim.record")}
          </ServerButton>
        </form>
      )}
      <CompensationConflict loaded={opened} action={record} onRead={setOpened} />
    </Card>
  );
}

const factsOf = (t: TextOf, claim: ClaimSheet) =>
  [
    [t("parcels.carrier"), carrierName(t, claim.carrier)],
    [t("parcels.code"), claim.code ?? t("parcels.no_code")],
    [t("claim.value"), formatAmount(claim.value)],
    [t("claim.insured"), formatAmount(claim.insured)],
    [t("parcels.cod"), formatAmount(claim.cod)],
    [t("parcels.fee"), claim.fee === null ? "–" : formatAmount(claim.fee)],
    [t("claim.handed_over"), claim.handed_over_at ? formatTime(t, claim.handed_over_at) : "–"],
    [t("parcels.manifest"), claim.manifest ?? "–"],
    [t("parcels.recipient"), `${claim.recipient.name} · ${claim.recipient.province}`],
  ] as const;

const stepText = (t: TextOf, { status, step, reason }: ClaimSheet["events"][number]): string =>
  [`${t(`parcel_steps.${step}`)} (${carrierStatus(t, status)})`, reason].filter(Boolean).join(" ");

/** The claim as a message to the carrier. */
const claimText = (t: TextOf, claim: ClaimSheet): string =>
  [
    t("claim.title", { order: claim.order_id }),
    ...factsOf(t, claim).map(([label, value]) => `${label}: ${value}`),
    `${t("claim.items")}:`,
    ...claim.items.map(({ name, quantity, total }) => `- ${name} × ${quantity}: ${formatAmount(total)}`),
    `${t("claim.steps")}:`,
    ...claim.events.map((event) => `- ${formatTime(t, event.at)} ${stepText(t, event)}`),
  ].join("\n");

function Sheet({ claim }: { claim: ClaimSheet }) {
  const t = useTexts();
  return (
    <Card className="print:border-0 print:p-0">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-sm">
        {factsOf(t, claim).map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-taupe">{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-5 mb-2 text-base">{t("claim.items")}</h2>
      <ul className="space-y-1 text-sm">
        {claim.items.map(({ name, quantity, total }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>
              {name} ×{"\u00a0"}
              {quantity}
            </span>
            <span className="tabular whitespace-nowrap">{formatAmount(total)}</span>
          </li>
        ))}
      </ul>
      <h2 className="mt-5 mb-2 text-base">{t("claim.steps")}</h2>
      <ol className="space-y-1 text-sm">
        {claim.events.map((event) => (
          <li key={`${event.status} ${event.at}`}>
            <span className="tabular text-taupe">{formatTime(t, event.at)}</span> {stepText(t, event)}
          </li>
        ))}
      </ol>
      <h2 className="mt-5 mb-2 text-base">{t("claim.photos")}</h2>
      {claim.photos.length === 0 ? (
        <p className="text-sm text-taupe">{t("claim.no_photos")}</p>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          {claim.photos.map((path) => (
            <img key={path} src={path} alt={t("claim.photos")} className="w-full" />
          ))}
        </div>
      )}
    </Card>
  );
}

/** What a claim against the carrier needs, ready to print; and the compensation. */
export default function Claim() {
  const t = useTexts();
  const id = Number(useParams().id) || 0;
  const list = new URLSearchParams(useSearchParams()[0]);
  list.set("open", String(id));
  const query = useApi("GET bo/parcels/{id}/claim", { path: { id } });
  const known = query.data?.data;
  return (
    <Page
      title={known ? t("claim.title", { order: known.order_id }) : t("parcel_actions.claim")}
      back={{ to: `/parcels?${list}`, label: t("nav.parcels") }}
      width="form"
      actions={
        known && (
          <PrintAndShare
            print={t("claim.print")}
            title={t("claim.title", { order: known.order_id })}
            text={() => claimText(t, known)}
          />
        )
      }
    >
      <Loaded query={query}>
        {(claim) => (
          <div className="space-y-4">
            <Sheet claim={claim} />
            <Compensation key={claim.compensation?.amount} claim={claim} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

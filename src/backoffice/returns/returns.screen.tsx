import { useState } from "react";
import { useSearchParams } from "react-router";
import { Alert } from "#design/alert.tsx";
import { classes } from "#design/class-names.ts";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ParcelPanel } from "#backoffice/parcels/parcel-panel.tsx";
import { ParcelRow } from "#backoffice/parcels/parcel-row.tsx";
import { InspectionForm } from "./inspection-form.tsx";
import { InspectionResult, ReturnDecision } from "./return-decision.tsx";

const everyMs = 30_000;

/** Opens the parcel of a scanned label. */
function ArrivalScanner({ onFound }: { onFound: (id: number) => void }) {
  const t = useTexts();
  const [unknown, setUnknown] = useState<string | null>(null);
  const find = useAction(async (_key, code: string) => {
    const { data } = await call("GET bo/parcels", { query: { search: code, view: "all", per_page: 1 } });
    const [parcel] = data;
    giveFeedback(parcel ? "match" : "wrong");
    setUnknown(parcel ? null : code);
    if (parcel) onFound(parcel.id);
  });
  return (
    <div className="mb-4 space-y-3">
      <Scanner hint={t("returns.scan")} onScan={({ code }) => void find.run(code)} />
      <div role="status">{unknown && <Alert>{t("returns.unknown_code", { code: unknown })}</Alert>}</div>
      <Failure error={find.error} />
    </div>
  );
}

/** Parcels on their way back, and those to be inspected or decided on. A parcel is opened by its label or in the list. */
export default function Returns() {
  const t = useTexts();
  const { permissions } = useSession();
  const [search, setSearch] = useSearchParams();
  const open = Number(search.get("open")) || null;
  const mayManage = permissions.includes("parcels.manage");
  const query = useApi("GET bo/parcels", { query: { view: "returns", per_page: 100, order: "asc" } }, { everyMs });
  return (
    <Page title={t("nav.returns")}>
      <div className={classes("xl:grid xl:gap-6", open !== null && "xl:grid-cols-[minmax(0,1fr)_26rem]")}>
        <div className={classes(open !== null && "hidden xl:block")}>
          {mayManage && <ArrivalScanner onFound={(id) => setSearch({ open: String(id) })} />}
          <Loaded
            query={query}
            skeleton={<RowsSkeleton tall />}
            isEmpty={(list) => list.length === 0}
            empty={<StateCard title={t("returns.empty")} text={t("returns.empty_text")} />}
          >
            {(list) => (
              <ul className="card divide-y divide-line">
                {list.map((parcel) => (
                  <ParcelRow key={parcel.id} parcel={parcel} current={parcel.id === open} to={`?open=${parcel.id}`} />
                ))}
              </ul>
            )}
          </Loaded>
        </div>
        {open !== null && (
          <ParcelPanel key={open} id={open} close="?">
            {(parcel) => (
              <>
                {mayManage && parcel.actions.includes("inspect") && <InspectionForm parcel={parcel} />}
                {parcel.inspected_at && <InspectionResult parcel={parcel} />}
                {mayManage && parcel.actions.includes("decide") && <ReturnDecision parcel={parcel} />}
              </>
            )}
          </ParcelPanel>
        )}
      </div>
    </Page>
  );
}

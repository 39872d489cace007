import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RefundRequestRow } from "./refund-request-row.tsx";

const everyMs = 30_000;

/** Requested refunds, those that wait for an owner first. */
export default function RefundRequests() {
  const t = useTexts();
  const query = useApi("GET bo/refund-requests", {}, { everyMs });
  return (
    <Page title={t("refunds.title")} width="form">
      <Loaded
        query={query}
        skeleton={<RowsSkeleton tall />}
        isEmpty={(requests) => requests.length === 0}
        empty={<StateCard title={t("refunds.none")} text={t("refunds.none_text")} />}
      >
        {(requests) => (
          <ul className="space-y-3">
            {requests.map((request) => (
              <li key={request.id} className="card p-4">
                <RefundRequestRow request={request} withOrder />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
}

import { useSearchParams } from "react-router";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatCount, formatTime } from "#backoffice/i18n/formats.ts";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { describeChange } from "./describe-change.ts";
import { exportLog, maxExported } from "./export-log.ts";
import { groupEntries } from "./group-entries.ts";
import { actorName, LogFilter, type LogFilters, logFilters, requestOf } from "./log-filter.tsx";
import { RecordLink } from "./record-link.tsx";
import { operationName, recordName, recordTitle } from "./record-name.ts";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { Disclosure } from "#backoffice/components/disclosure.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";

const perPage = 50;
/** more records of one request are counted */
const maxNamed = 3;

/** The changed fields of one record. */
function Fields({ entry, named }: { entry: LogEntry; named: boolean }) {
  const t = useTexts();
  const changes = describeChange(t, entry.change);
  return (
    <>
      {named && <p className="pt-2 font-medium">{recordTitle(t, entry.entity, entry.entity_id)}</p>}
      <dl className="space-y-1 pb-1">
        {changes.map(({ field, text }) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="text-taupe">{field}</dt>
            <dd className="break-all">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What one request or task has changed: a few records by name, many by their number. */
function LogRow({ entries }: { entries: readonly [LogEntry, ...LogEntry[]] }) {
  const t = useTexts();
  const [{ actor, at, action, address }] = entries;
  const operations = new Set(entries.map((entry) => entry.operation));
  const records = [...new Map(entries.map((entry) => [`${entry.entity}:${entry.entity_id}`, entry])).values()];
  const kinds = Map.groupBy(records, ({ entity }) => entity);
  const changed = entries.reduce((sum, { change }) => sum + Object.keys(change).length, 0);
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{actorName(t, actor)}</span>
        {actor.kind !== "staff" && actor.name !== null && <Badge tone="warning">{t(`log_actors.${actor.kind}`)}</Badge>}
        <Badge>{operations.size === 1 ? operationName(t, entries[0]) : t("log.changed")}</Badge>
        {records.length <= maxNamed
          ? records.map(({ id, entity, entity_id }) => <RecordLink key={id} entity={entity} id={entity_id} />)
          : [...kinds].map(([entity, { length }]) => (
              <span key={entity}>
                {recordName(t, entity)} × {length}
              </span>
            ))}
      </p>
      <p className="text-xs text-taupe">{formatTime(t, at)}</p>
      <Disclosure className="mt-1" title={changed > 0 ? t("log.fields", { count: changed }) : t("log.technical")}>
        <div className="text-xs">
          {entries.map((entry) => (
            <Fields key={entry.id} entry={entry} named={entries.length > 1} />
          ))}
          <p className="break-all text-taupe">{[action, address].filter(Boolean).join(" · ")}</p>
        </div>
      </Disclosure>
    </li>
  );
}

/** Saves what the filters match as a file. */
function ExportLog({ query, total }: { query: ReturnType<typeof requestOf>; total: number }) {
  const t = useTexts();
  const language = useLanguage();
  const save = useAction(() => exportLog(t, query));
  return (
    <>
      <ServerButton
        look="secondary"
        size="small"
        className="min-h-12"
        busy={save.busy}
        disabled={total === 0 || total > maxExported}
        onClick={() => void save.run()}
      >
        {total > maxExported ? t("log.too_many", { max: formatCount(maxExported, language) }) : t("log.export")}
      </ServerButton>
      <Failure error={save.error} />
    </>
  );
}

/** The activity log, the newest first. The filters and the page are part of the address. */
export default function Log() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const filters: LogFilters = Object.fromEntries(logFilters.map((name) => [name, search.get(name) ?? ""]));
  const page = Math.max(1, Number(search.get("page")) || 1);
  const query = requestOf(filters);
  const log = useApi("GET bo/log", { query: { ...query, page, per_page: perPage } });
  const open = (next: LogFilters, nextPage = 1) => {
    const given = Object.entries(next).filter(([, value]) => value);
    setSearch({ ...Object.fromEntries(given), ...(nextPage > 1 ? { page: String(nextPage) } : {}) });
  };
  const total = log.data?.total ?? 0;
  return (
    <Page title={t("nav.log")} width="form" actions={<ExportLog query={query} total={total} />}>
      <LogFilter filters={filters} entries={log.data?.data ?? []} onFilter={(next) => open(next)} />
      <Loaded
        query={log}
        skeleton={<RowsSkeleton tall />}
        isEmpty={(list) => list.length === 0}
        empty={
          Object.values(filters).some(Boolean) ? (
            <StateCard title={t("log.none_match")}>
              <Button look="secondary" size="small" className="min-h-12" onClick={() => open({})}>
                {t("actions.clear_filters")}
              </Button>
            </StateCard>
          ) : (
            <StateCard title={t("log.empty")} text={t("log.empty_text")} />
          )
        }
      >
        {(list) => (
          <ul className="card divide-y divide-line">
            {groupEntries(list).map((entries) => (
              <LogRow key={entries[0].id} entries={entries} />
            ))}
          </ul>
        )}
      </Loaded>
      <PageButtons page={page} perPage={perPage} total={total} onOpen={(next) => open(filters, next)} />
    </Page>
  );
}

import { Link, useSearchParams } from "react-router";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { describeChange } from "./describe-change.ts";
import { recordName, recordScreen } from "./record-name.ts";

const perPage = 50;

function LogRow({ entry }: { entry: LogEntry }) {
  const t = useTexts();
  const { actor, at, operation, entity, entity_id, change, action, address } = entry;
  const screen = recordScreen(entity, entity_id);
  const changes = describeChange(change, t("log.not_recorded"));
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{actor.name ?? actor.id}</span>
        <Badge>{t(`log.${operation}`)}</Badge>
        {screen ? (
          <Link to={screen} className="text-link inline-flex min-h-12 items-center lg:min-h-8">
            {recordName(t, entity)} {entity_id}
          </Link>
        ) : (
          <span className="break-all">
            {recordName(t, entity)} {entity_id}
          </span>
        )}
      </p>
      {changes.length > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 py-1 text-xs text-taupe">{t("log.fields", { count: changes.length })}</summary>
          <dl className="space-y-1 pb-1 text-xs">
            {changes.map(({ field, text }) => (
              <div key={field} className="flex flex-wrap gap-x-2">
                <dt className="text-taupe">{field}</dt>
                <dd className="break-all">{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <p className="text-xs text-taupe">
        {formatTime(t, at)} · {action}
        {address && ` · ${address}`}
      </p>
    </li>
  );
}

/** The activity log, the newest first. The filter and the page are part of the address. */
export default function Log() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const entity = search.get("entity") ?? "";
  const page = Math.max(1, Number(search.get("page")) || 1);
  const log = useApi("GET bo/log", { query: { ...(entity ? { entity } : {}), page, per_page: perPage } });
  const open = (next: number) =>
    setSearch({ ...(entity ? { entity } : {}), ...(next > 1 ? { page: String(next) } : {}) });
  const total = log.data?.total ?? 0;
  return (
    <Page title={t("nav.log")} width="form">
      <form
        className="mb-4 flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get("entity");
          setSearch(typed ? { entity: String(typed).trim() } : {});
        }}
      >
        <TextField
          key={entity}
          className="flex-1"
          label={t("log.filter")}
          placeholder="order:10015"
          name="entity"
          defaultValue={entity}
          autoCapitalize="none"
        />
        <Button type="submit" look="secondary" className="px-5">
          {t("actions.filter")}
        </Button>
      </form>
      <Loaded
        query={log}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("log.empty")} text={t("log.empty_text")} />}
      >
        {(list) => (
          <ul className="card divide-y divide-line">
            {list.map((entry) => (
              <LogRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </Loaded>
      <nav className="mt-4 flex justify-between gap-3" aria-label={t("log.pages")}>
        <Button look="secondary" size="small" className="min-h-12" disabled={page === 1} onClick={() => open(page - 1)}>
          {t("log.newer")}
        </Button>
        <Button
          look="secondary"
          size="small"
          className="min-h-12"
          disabled={page * perPage >= total}
          onClick={() => open(page + 1)}
        >
          {t("log.older")}
        </Button>
      </nav>
    </Page>
  );
}

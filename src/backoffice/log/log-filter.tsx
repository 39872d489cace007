import { useState } from "react";
import type { LogActor, LogEntry } from "#contract/backoffice/staff.ts";
import { seesWholeLog } from "#contract/permissions.ts";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { FailedPart } from "#backoffice/components/failed-part.tsx";
import { FilterChips } from "#backoffice/components/filter-chips.tsx";
import { FilterSheet } from "#backoffice/components/filter-sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useMedia } from "#backoffice/device/use-media.ts";
import { formatDay, lastPlannedDay } from "#backoffice/i18n/formats.ts";
import { namesIn, type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { recordName, recordTitle } from "./record-name.ts";

/** Filters of the log, as in the address; days are `2026-11-29`, in Vietnam. */
export const logFilters = ["entity", "actor", "from", "to"] as const;
type LogFilter = (typeof logFilters)[number];
export type LogFilters = Partial<Record<LogFilter, string>>;

/** A time of a day in Vietnam; undefined without a day, and for an invalid time in an edited address. */
function instantOf(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}+07:00`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The filters of an address as the request has them. */
export function requestOf({ entity, actor, from, to }: LogFilters) {
  const [since, until] = [instantOf(from, "00:00:00"), instantOf(to, "23:59:59.999")];
  return {
    ...(entity ? { entity } : {}),
    ...(actor ? { actor } : {}),
    ...(since ? { from: since } : {}),
    ...(until ? { to: until } : {}),
  };
}

/** A name, or for customers and what has none the kind: "Customer 1001", "Job". */
export const actorName = (t: TextOf, { id, kind, name }: LogActor): string =>
  name ?? [t(`log_actors.${kind}`), id.split(":")[1]].filter(Boolean).join(" ");

const actorKinds: readonly LogActor["kind"][] = ["staff", "key", "command", "customer", "job", "link"];

/** Kind and number of an actor whose name has not loaded, or that the shop does not know. */
function unnamedActor(t: TextOf, id: string): string {
  const kind = actorKinds.find((one) => one === id.split(/[: ]/)[0]);
  return kind ? actorName(t, { id, kind, name: null }) : id;
}

function useAllActors() {
  const { staff } = useSession();
  return useApi("GET bo/log/actors", {}, { enabled: seesWholeLog(staff.role) });
}

/** Persons, keys and others whose actions the log can be filtered by, with their names. */
function useActors(entries: readonly LogEntry[], chosen: string): [id: string, name: string][] {
  const t = useTexts();
  const query = useAllActors();
  const known = [...(query.data?.data ?? []), ...entries.map(({ actor }) => actor)];
  return [
    ...new Map([
      ...(chosen ? [[chosen, unnamedActor(t, chosen)] as const] : []),
      ...known.map((actor) => [actor.id, actorName(t, actor)] as const),
    ]),
  ];
}

interface LogFilterProps {
  filters: LogFilters;
  entries: readonly LogEntry[];
  onFilter: (filters: LogFilters) => void;
}

/** The filters as they are typed; a record is a type and its number. */
interface TypedFilters extends Record<"kind" | "id" | "actor" | "from" | "to", string> {}

function typedOf({ entity = "", actor = "", from = "", to = "" }: LogFilters): TypedFilters {
  const [kind = "", id = ""] = entity.split(":");
  return { kind, id, actor, from, to };
}

const filtersOf = ({ kind, id, ...others }: TypedFilters): LogFilters => ({
  entity: [kind, id.trim()].filter(Boolean).join(":"),
  ...others,
});

interface LogFieldsProps extends Pick<LogFilterProps, "entries"> {
  typed: TypedFilters;
  onChange: (fields: Partial<TypedFilters>) => void;
}

function LogFields({ typed, entries, onChange }: LogFieldsProps) {
  const t = useTexts();
  const { staff } = useSession();
  const actors = useActors(entries, typed.actor);
  return (
    <>
      <SelectField
        label={t("log.type")}
        required={typed.id !== ""}
        value={typed.kind}
        onChange={({ target }) => onChange({ kind: target.value })}
      >
        <option value="">{t("log.any")}</option>
        {namesIn("log_records").map((one) => (
          <option key={one} value={one}>
            {recordName(t, one)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("log.record")}
        autoComplete="off"
        pattern="[\w\-]{1,200}"
        value={typed.id}
        onChange={({ target }) => onChange({ id: target.value })}
      />
      {seesWholeLog(staff.role) && (
        <SelectField
          className="col-span-2 lg:col-span-1"
          label={t("log.person")}
          value={typed.actor}
          onChange={({ target }) => onChange({ actor: target.value })}
        >
          <option value="">{t("log.any")}</option>
          {actors.map(([actor, name]) => (
            <option key={actor} value={actor}>
              {actor.startsWith("key:") ? `${t("log_actors.key")}: ${name}` : name}
            </option>
          ))}
        </SelectField>
      )}
      {(["from", "to"] as const).map((day) => (
        <TextField
          key={day}
          type="date"
          max={lastPlannedDay()}
          label={t(`log.${day}`)}
          value={typed[day]}
          onChange={({ target }) => onChange({ [day]: target.value })}
        />
      ))}
    </>
  );
}

/** The filters side by side above the list. */
function LogFilterRow({ filters, entries, onFilter }: LogFilterProps) {
  const t = useTexts();
  const all = useAllActors();
  const [typed, setTyped] = useState(typedOf(filters));
  // another address fills the fields; the form stays, and its button has the focus
  const address = JSON.stringify(filters);
  const [shown, setShown] = useState(address);
  if (address !== shown) {
    setShown(address);
    setTyped(typedOf(filters));
  }
  return (
    <div className="mb-4 space-y-4">
      <form
        className="grid grid-cols-3 items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onFilter(filtersOf(typed));
        }}
      >
        <LogFields typed={typed} entries={entries} onChange={(fields) => setTyped({ ...typed, ...fields })} />
        <Button type="submit" look="secondary" size="small" className="min-h-12 lg:min-h-12">
          {t("actions.filter")}
        </Button>
      </form>
      <FailedPart query={all} />
    </div>
  );
}

function LogFilterSheet({ filters, entries, onFilter, onClose }: LogFilterProps & { onClose: () => void }) {
  const t = useTexts();
  const all = useAllActors();
  const draft = useDraft<TypedFilters>("log-filters", typedOf(filters));
  return (
    <FilterSheet
      draft={draft}
      show={t("log.show")}
      none={typedOf({})}
      onApply={(typed) => onFilter(filtersOf(typed))}
      onClose={onClose}
    >
      {/* the narrowest phones show a whole date */}
      <div className="grid grid-cols-2 items-end gap-3 [&_input[type=date]]:px-2">
        <LogFields typed={draft.values} entries={entries} onChange={draft.change} />
      </div>
      <FailedPart query={all} />
    </FilterSheet>
  );
}

/** On a phone the fields are in the sheet: what is set is shown above the list. */
function LogFilterChips({ filters, entries, onFilter }: LogFilterProps) {
  const t = useTexts();
  const actors = new Map(useActors(entries, filters.actor ?? ""));
  const textOf: Record<LogFilter, (value: string) => string> = {
    entity: (value) => {
      const [kind = "", id = ""] = value.split(":");
      return id ? recordTitle(t, kind, id) : recordName(t, kind);
    },
    actor: (value) => actors.get(value) ?? value,
    from: (day) => `${t("log.from")} ${formatDay(day)}`,
    to: (day) => `${t("log.to")} ${formatDay(day)}`,
  };
  const chips = logFilters.flatMap((name) => {
    const value = filters[name];
    return value ? [{ name, text: textOf[name](value), onRemove: () => onFilter({ ...filters, [name]: "" }) }] : [];
  });
  return <FilterChips chips={chips} />;
}

/** Filters the log by record, type, person and day: on a phone in a sheet, which leaves the list in view. */
export function LogFilter(props: LogFilterProps) {
  const t = useTexts();
  const [opened, setOpened] = useState(false);
  const isLarge = useMedia("(min-width: 1024px)");
  if (isLarge) return <LogFilterRow {...props} />;
  const count = Object.values(props.filters).filter(Boolean).length;
  return (
    <div className="mb-4 space-y-3">
      <Button look="secondary" size="small" className="min-h-12" onClick={() => setOpened(true)}>
        {count > 0 ? t("parcels.filters_set", { count }) : t("actions.filter")}
      </Button>
      <LogFilterChips {...props} />
      {opened && <LogFilterSheet {...props} onClose={() => setOpened(false)} />}
    </div>
  );
}

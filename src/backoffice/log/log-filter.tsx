import { useState } from "react";
import type { LogActor, LogEntry } from "#contract/backoffice/staff.ts";
import { seesWholeLog } from "#contract/backoffice/permissions.ts";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { lastPlannedDay } from "#backoffice/i18n/formats.ts";
import { namesIn, type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { recordName } from "./record-name.ts";

/** Filters of the log, as in the address; days are `2026-11-29`, in Vietnam. */
export const logFilters = ["entity", "actor", "from", "to"] as const;
type LogFilter = (typeof logFilters)[number];
export type LogFilters = Partial<Record<LogFilter, string>>;

/** A time of a day in Vietnam; undefined without a day, and for what is none in an edited address. */
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

/** Persons, keys and others whose actions the log can be filtered by, with their names. */
function useActors(entries: readonly LogEntry[], chosen: string): [id: string, name: string][] {
  const t = useTexts();
  const { staff } = useSession();
  const all = useApi("GET bo/log/actors", {}, { enabled: seesWholeLog(staff.role) });
  const known = [...(all.data?.data ?? []), ...entries.map(({ actor }) => actor)];
  return [
    ...new Map([
      ...(chosen ? [[chosen, chosen] as const] : []),
      ...known.map((actor) => [actor.id, actorName(t, actor)] as const),
    ]),
  ];
}

interface LogFilterFormProps {
  filters: LogFilters;
  entries: readonly LogEntry[];
  onFilter: (filters: LogFilters) => void;
}

function fieldsOf({ entity = "", actor = "", from = "", to = "" }: LogFilters) {
  const [kind = "", id = ""] = entity.split(":");
  return { kind, id, actor, from, to };
}

/** Filters the log by record, type, person and day. */
export function LogFilterForm({ filters, entries, onFilter }: LogFilterFormProps) {
  const t = useTexts();
  const { staff } = useSession();
  const [typed, setTyped] = useState(fieldsOf(filters));
  // another address fills the fields; the form stays, and its button has the focus
  const address = JSON.stringify(filters);
  const [shown, setShown] = useState(address);
  if (address !== shown) {
    setShown(address);
    setTyped(fieldsOf(filters));
  }
  const change = (fields: Partial<typeof typed>) => setTyped({ ...typed, ...fields });
  const actors = useActors(entries, typed.actor);
  return (
    <form
      className="mb-4 grid grid-cols-2 items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const entity = [typed.kind, typed.id.trim()].filter(Boolean).join(":");
        onFilter({ entity, actor: typed.actor, from: typed.from, to: typed.to });
      }}
    >
      <SelectField
        label={t("log.type")}
        required={typed.id !== ""}
        value={typed.kind}
        onChange={({ target }) => change({ kind: target.value })}
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
        onChange={({ target }) => change({ id: target.value })}
      />
      {seesWholeLog(staff.role) && (
        <SelectField
          className="col-span-2"
          label={t("log.person")}
          value={typed.actor}
          onChange={({ target }) => change({ actor: target.value })}
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
          onChange={({ target }) => change({ [day]: target.value })}
        />
      ))}
      <Button type="submit" look="secondary" size="small" className="col-span-2 min-h-12 lg:min-h-12">
        {t("actions.filter")}
      </Button>
    </form>
  );
}

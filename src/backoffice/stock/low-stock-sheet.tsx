import { useState } from "react";
import type { LowStockEntry, LowStockSetting } from "#contract/backoffice/stock.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import type { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatDay, isoDay, lastPlannedDay } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo, reportDone } from "#backoffice/layout/undo-toast.tsx";
import { ComparedVersions } from "#backoffice/versions/compared-versions.tsx";
import { ItemLine } from "./item-line.tsx";

const dayMs = 24 * 60 * 60_000;
const mutes = [7, 30, 90] as const;

interface MuteFormProps {
  busy: boolean;
  isMuted: boolean;
  /** @param until ISO; null: shown again */
  onMute: (until: string | null) => void;
}

/** Mutes for some days, or until a day of one's choice, at whose beginning in Vietnam the entry is shown again. */
function MuteForm({ busy, isMuted, onMute }: MuteFormProps) {
  const t = useTexts();
  const [day, setDay] = useState("");
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onMute(new Date(`${day}T00:00:00+07:00`).toISOString());
      }}
    >
      <div className="grid grid-cols-3 gap-2">
        {mutes.map((days) => (
          <Button
            key={days}
            look="secondary"
            size="small"
            className="min-h-12 px-1!"
            busy={busy}
            onClick={() => onMute(new Date(Date.now() + days * dayMs).toISOString())}
          >
            {t("low_stock.mute", { days })}
          </Button>
        ))}
      </div>
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label={t("low_stock.mute_until")}
          type="date"
          required
          min={isoDay(Date.now() + dayMs)}
          max={lastPlannedDay()}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <Button type="submit" look="secondary" size="small" className="min-h-12 lg:min-h-12" busy={busy}>
          {t("low_stock.mute_day")}
        </Button>
      </div>
      {isMuted && (
        <Button look="quiet" className="min-h-12" busy={busy} onClick={() => onMute(null)}>
          {t("low_stock.unmute")}
        </Button>
      )}
    </form>
  );
}

interface SettingChange {
  threshold?: number | null;
  muted_until?: string | null;
}

const textOf = ({ own_threshold }: LowStockSetting): string => (own_threshold === null ? "" : String(own_threshold));

interface SettingFailureProps {
  opened: LowStockSetting;
  error: CallError | null;
  onCurrent: (current: LowStockSetting) => void;
}

/** Why it failed; if another person changed the item meanwhile, both versions. */
function SettingFailure({ opened, error, onCurrent }: SettingFailureProps) {
  const t = useTexts();
  if (error?.status !== 412) return <Failure error={error} />;
  const current = error.current as LowStockSetting;
  const fieldsOf = (setting: LowStockSetting) =>
    [
      [t("low_stock.own_threshold"), textOf(setting)],
      [t("low_stock.muted_label"), setting.muted_until ? formatDay(setting.muted_until) : ""],
    ] as const;
  return (
    <ComparedVersions
      title={t("low_stock.changed")}
      loaded={fieldsOf(opened)}
      current={fieldsOf(current)}
      onClose={() => {
        onCurrent(current);
        void invalidate("GET bo/low-stock");
      }}
    />
  );
}

/** Threshold and mute of one item. */
export function LowStockSheet({ entry, onClose }: { entry: LowStockEntry; onClose: () => void }) {
  const t = useTexts();
  const { item, threshold } = entry;
  // as it was when the sheet opened: the list behind it is read again
  const [opened, setOpened] = useState<LowStockSetting>(entry);
  const { muted_until } = opened;
  const [typed, setTyped] = useState(textOf(opened));
  const write = async (body: SettingChange, { version }: LowStockSetting, key: string): Promise<LowStockSetting> => {
    const path = { variation_id: item.variation_id ?? item.product_id };
    const { data } = await call("PUT bo/low-stock/{variation_id}", { path, body, key, ifMatch: `"${version}"` });
    await invalidate("GET bo/low-stock", "GET bo/today");
    return data;
  };
  const save = useAction(async (key) => {
    await write({ threshold: typed === "" ? null : Number(typed) }, opened, key);
    onClose();
    reportDone(t("actions.saved"));
  });
  const mute = useAction(async (key, until: string | null) => {
    const muted = await write({ muted_until: until }, opened, key);
    onClose();
    offerUndo({
      message: until
        ? t("low_stock.muted", { name: item.name, day: formatDay(until) })
        : t("low_stock.shown", { name: item.name }),
      undo: (undoKey) => write({ muted_until }, muted, undoKey),
    });
  });
  const error = save.error ?? mute.error;
  return (
    <Sheet title={t("low_stock.settings")} onClose={onClose}>
      <div className="space-y-5">
        <ItemLine item={item} />
        <form
          className="flex items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void save.run();
          }}
        >
          <TextField
            className="flex-1"
            label={t("low_stock.own_threshold")}
            hint={t("low_stock.threshold_hint", { threshold })}
            inputMode="numeric"
            pattern="[0-9]{1,5}"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {/* next to the field: its hint has several lines */}
          <Button type="submit" look="secondary" className="mt-6.5" busy={save.busy}>
            {t("actions.save")}
          </Button>
        </form>
        <MuteForm busy={mute.busy} isMuted={muted_until !== null} onMute={(until) => void mute.run(until)} />
        <SettingFailure
          opened={opened}
          error={error}
          onCurrent={(current) => {
            setOpened(current);
            // what was typed stays, to be saved again
            if (typed === textOf(opened)) setTyped(textOf(current));
            save.reset();
            mute.reset();
          }}
        />
      </div>
    </Sheet>
  );
}

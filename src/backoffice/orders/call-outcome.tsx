import { useEffect, useState } from "react";
import type { CallOutcome } from "#contract/backoffice/reasons.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { sendOrEnqueue } from "#backoffice/api/queue/queue.ts";
import { formatTime, isoDay, lastPlannedDay } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { useOrderAction } from "./use-order-action.ts";
import { orderSubject } from "./waiting-here.tsx";

const storageKey = (id: number): string => `lianne-admin-call-${id}`;

/** When this browser last dialled the number of an order without recording the outcome; it outlasts the phone's own program. */
export function useCall(id: number) {
  const [calledAt, setCalledAt] = useState(() => sessionStorage.getItem(storageKey(id)));
  useEffect(() => {
    // back from the phone's own program
    const onVisible = () => setCalledAt(sessionStorage.getItem(storageKey(id)));
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [id]);
  return {
    calledAt,
    dialled: () => {
      const at = new Date().toISOString();
      sessionStorage.setItem(storageKey(id), at);
      setCalledAt(at);
    },
    recorded: () => {
      sessionStorage.removeItem(storageKey(id));
      setCalledAt(null);
    },
  };
}

const minuteMs = 60_000;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minuteMs).toISOString();

/** Tomorrow at nine in Vietnam, which has one time zone and no summer time. */
function tomorrowAtNine(): string {
  return new Date(`${isoDay(Date.now() + 24 * 60 * minuteMs)}T09:00:00+07:00`).toISOString();
}

interface OutcomeProps {
  order: WooOrder;
  etag: string | null;
  calledAt: string;
  onRecorded: () => void;
}

type ReminderChoice = "no_answer" | "callback" | null;

/** When to call again. */
function Reminder({
  choice,
  busy,
  onChoose,
}: {
  choice: ReminderChoice;
  busy: boolean;
  onChoose: (at: string) => void;
}) {
  const t = useTexts();
  const [at, setAt] = useState("");
  if (choice === "no_answer")
    return (
      <div className="grid grid-cols-3 gap-2">
        {(
          [
            ["in_30_minutes", () => inMinutes(30)],
            ["in_2_hours", () => inMinutes(120)],
            ["tomorrow", tomorrowAtNine],
          ] as const
        ).map(([name, time]) => (
          <Button
            key={name}
            look="secondary"
            size="small"
            busy={busy}
            onClick={() => onChoose(time())}
            className="px-2"
          >
            {t(`order_call.${name}`)}
          </Button>
        ))}
      </div>
    );
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(new Date(`${at}:00+07:00`).toISOString());
      }}
    >
      <TextField
        label={t("order_call.callback_at")}
        type="datetime-local"
        required
        max={`${lastPlannedDay()}T23:59`}
        value={at}
        onChange={(event) => setAt(event.target.value)}
        className="flex-1"
      />
      <Button type="submit" size="small" busy={busy} className="min-h-12 lg:min-h-12">
        {t("actions.save")}
      </Button>
    </form>
  );
}

/** What an outcome makes of the order: a text of `order`. */
const messageOf = (outcome: CallOutcome) => {
  if (outcome === "agreed") return "order.confirmed";
  return outcome === "declined" ? "order.cancelled" : "order.call_recorded";
};

const outcomes = ["agreed", "no_answer", "callback", "change_requested", "declined", "wrong_number"] as const;

/** Requests the outcome of a phone call, with one tap. */
export function CallOutcomeQuestion({ order, etag, calledAt, onRecorded }: OutcomeProps) {
  const t = useTexts();
  const [choice, setChoice] = useState<ReminderChoice>(null);
  const act = useOrderAction(onRecorded);
  const { permissions } = useSession();
  // an order that the customer declines is cancelled
  const allowed = outcomes.filter((outcome) => outcome !== "declined" || permissions.includes("orders.cancel"));
  const record = (outcome: CallOutcome, callbackAt?: string) =>
    void act.run({
      message: t(messageOf(outcome)),
      send: (key) =>
        sendOrEnqueue(
          "POST bo/orders/{id}/calls",
          {
            path: { id: order.id },
            body: { outcome, ...(callbackAt && { callback_at: callbackAt }) },
            key,
            ifMatch: etag,
          },
          {
            subject: orderSubject(order.id),
            label: "order_call.queued",
            values: { number: order.number, outcome: t(`order_outcomes.${outcome}`) },
          },
        ),
    });
  const choose = (outcome: CallOutcome) => {
    if (outcome === "no_answer" || outcome === "callback") setChoice(outcome);
    else record(outcome);
  };
  return (
    <section aria-label={t("order_call.question")} className="card space-y-3 p-4">
      <p className="text-sm font-medium">
        {t("order_call.just_called", { time: formatTime(t, calledAt) })} {t("order_call.question")}
      </p>
      <div className="grid grid-cols-2 gap-2">
        {allowed.map((outcome) => (
          <Button
            key={outcome}
            look={outcome === "agreed" ? "primary" : "secondary"}
            size="small"
            busy={act.busy}
            aria-pressed={choice === outcome || undefined}
            onClick={() => choose(outcome)}
            className="min-h-12 px-2"
          >
            {t(`order_outcomes.${outcome}`)}
          </Button>
        ))}
      </div>
      {choice && <Reminder choice={choice} busy={act.busy} onChoose={(at) => record(choice, at)} />}
      <OrderFailure order={order} action={act} />
    </section>
  );
}

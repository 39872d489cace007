import { useState } from "react";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { EmailFrame, emailPreviewUrl } from "./note-form.tsx";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

interface TemplateEntry {
  id: string;
  title: string;
  description: string;
}

interface SendFormProps {
  order: WooOrder;
  etag: string | null;
  template: TemplateEntry;
}

/** Sends one email again: to the order's address, or to another one, for which a choice is required. */
function SendForm({ order, etag, template }: SendFormProps) {
  const t = useTexts();
  const own = order.billing.email;
  const draft = useDraft(`order-email:${order.id}:${template.id}`, { email: own, choice: "" });
  const { email, choice } = draft.values;
  const isOther = email.trim() !== own;
  const send = useAction(async (key) => {
    const other = isOther
      ? { email: email.trim(), force_email_update: choice === "replace", this_email_only: choice === "once" }
      : {};
    await call("POST wc/orders/{id}/actions/send_email", {
      path: { id: order.id },
      body: { template_id: template.id, ...other },
      key,
      ifMatch: etag,
    });
    draft.discard();
    await refreshOrder();
    return true;
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send.run();
      }}
    >
      <DraftOffer draft={draft} />
      <EmailFrame src={emailPreviewUrl(order.id, template.id)} title={template.title} />
      <TextField
        label={t("order_emails.to")}
        type="email"
        required
        value={email}
        error={send.error?.fields.email}
        onChange={(event) => draft.change({ email: event.target.value })}
      />
      {isOther && own && (
        <RadioGroup
          legend={t("order_emails.which")}
          name="email-address"
          value={choice}
          onChange={(value) => draft.change({ choice: value })}
          choices={[
            { value: "once", label: t("order_emails.once", { email: own }) },
            { value: "replace", label: t("order_emails.replace") },
          ]}
        />
      )}
      <OrderFailure order={order} action={send} />
      <ServerButton type="submit" wide busy={send.busy} disabled={isOther && own !== "" && choice === ""}>
        {t("order_emails.send")}
      </ServerButton>
      <Saved shown={send.result !== null} text={t("order_emails.sent")} />
    </form>
  );
}

/** The emails that fit the order's state, with a preview. */
export function EmailSheet({ order, etag, onClose }: Omit<SendFormProps, "template"> & { onClose: () => void }) {
  const t = useTexts();
  const [chosen, setChosen] = useState<TemplateEntry | null>(null);
  const query = useApi("GET wc/orders/{id}/actions/email_templates", { path: { id: order.id } });
  return (
    <Sheet title={chosen?.title ?? t("order_emails.title")} onClose={onClose}>
      {chosen ? (
        <SendForm order={order} etag={etag} template={chosen} />
      ) : (
        <Loaded
          query={query}
          isEmpty={(list) => list.length === 0}
          empty={<StateCard title={t(order.billing.email ? "order_emails.none" : "order_emails.no_address")} />}
        >
          {(list) => (
            <ul className="space-y-2">
              {list.map((template) => (
                <li key={template.id}>
                  <Button
                    look="secondary"
                    wide
                    onClick={() => setChosen(template)}
                    className="flex-col items-start gap-0.5"
                  >
                    {template.title}
                    <span className="text-left text-xs font-normal">{template.description}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Sheet>
  );
}

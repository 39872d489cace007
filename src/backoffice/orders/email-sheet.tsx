import { useState } from "react";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { EmailFrame, emailPreviewUrl } from "./note-form.tsx";
import { refreshOrder } from "./use-order.ts";

interface TemplateEntry {
  id: string;
  title: string;
  description: string;
}

/** Sends one email again: to the order's address, or to another one, for which a choice is required. */
function SendForm({ order, template }: { order: WooOrder; template: TemplateEntry }) {
  const t = useTexts();
  const own = order.billing.email;
  const [email, setEmail] = useState(own);
  const [choice, setChoice] = useState("");
  const isOther = email.trim() !== own;
  const send = useAction(async (key) => {
    const other = isOther
      ? { email: email.trim(), force_email_update: choice === "replace", this_email_only: choice === "once" }
      : {};
    await call("POST wc/orders/{id}/actions/send_email", {
      path: { id: order.id },
      body: { template_id: template.id, ...other },
      key,
    });
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
      <EmailFrame src={emailPreviewUrl(order.id, template.id)} title={template.title} />
      <TextField
        label={t("order_emails.to")}
        type="email"
        required
        value={email}
        error={send.error?.fields.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {isOther && own && (
        <RadioGroup
          legend={t("order_emails.which")}
          name="email-address"
          value={choice}
          onChange={setChoice}
          choices={[
            { value: "once", label: t("order_emails.once", { email: own }) },
            { value: "replace", label: t("order_emails.replace") },
          ]}
        />
      )}
      <Failure error={send.error} />
      <ServerButton type="submit" wide busy={send.busy} disabled={isOther && own !== "" && choice === ""}>
        {t("order_emails.send")}
      </ServerButton>
      <Saved shown={send.result !== null} text={t("order_emails.sent")} />
    </form>
  );
}

/** The emails that fit the order's state, with a preview. */
export function EmailSheet({ order, onClose }: { order: WooOrder; onClose: () => void }) {
  const t = useTexts();
  const [chosen, setChosen] = useState<TemplateEntry | null>(null);
  const query = useApi("GET wc/orders/{id}/actions/email_templates", { path: { id: order.id } });
  return (
    <Sheet title={chosen?.title ?? t("order_emails.title")} onClose={onClose}>
      {chosen ? (
        <SendForm order={order} template={chosen} />
      ) : (
        <Loaded
          query={query}
          isEmpty={(list) => list.length === 0}
          empty={<StateCard title={t("order_emails.none")} />}
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

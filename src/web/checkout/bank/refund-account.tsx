import { type FormEvent, useState } from "react";
import type { BankPayment } from "#contract/bank-payment.ts";
import { banks } from "#contract/banks.ts";
import { formatDong } from "#contract/money.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { toast } from "#design/toast.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface RefundAccountProps {
  payment: BankPayment;
  linkKey: string | undefined;
  refund: NonNullable<BankPayment["refund"]>;
  onSaved: (payment: BankPayment) => void;
}

function AccountForm({ payment, linkKey, refund, onSaved }: RefundAccountProps) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    setBusy(true);
    setFailure(null);
    const account = { bank_bin: text("bank_bin"), account: text("account"), holder: text("holder") };
    const result = await getApiClient().saveRefundAccount(payment.order_id, { key: linkKey, ...account });
    setBusy(false);
    if (!result.ok) return setFailure(problemMessage(t, result));
    toast("success", t("bank_payment.saved"));
    onSaved(result.data);
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <p className="text-sm text-taupe">{t("bank_payment.return_enter", { amount: formatDong(refund.amount) })}</p>
      {failure && <Alert>{failure}</Alert>}
      <SelectField label={t("bank_payment.bank")} name="bank_bin" required defaultValue="">
        <option value="" disabled>
          {t("bank_payment.choose_bank")}
        </option>
        {banks.map(({ bin, name }) => (
          <option key={bin} value={bin}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("bank_payment.account")}
        name="account"
        required
        minLength={4}
        maxLength={24}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextField
        label={t("bank_payment.holder")}
        name="holder"
        required
        minLength={2}
        maxLength={70}
        autoComplete="name"
      />
      <Button type="submit" busy={busy}>
        {t("bank_payment.return_save")}
      </Button>
    </form>
  );
}

/**
 * Money that is transferred back by a person: where to. The account is shown masked once it is stored, and only the customer's session can then
 * change it.
 */
export function RefundAccount({ onSaved, ...rest }: RefundAccountProps) {
  const t = useTexts();
  const [editing, setEditing] = useState(false);
  const { amount, returned, account } = rest.refund;
  const finish = (saved: BankPayment) => {
    setEditing(false);
    onSaved(saved);
  };
  return (
    <section className="mx-auto max-w-lg border-t border-line py-8" aria-labelledby="return-title">
      <h2 id="return-title" className="mb-4 text-xl">
        {t("bank_payment.return_title")}
      </h2>
      {returned > 0 && <p className="mb-3">{t("bank_payment.return_done", { amount: formatDong(returned) })}</p>}
      {amount > 0 && account && !editing && (
        <>
          <p>{t("bank_payment.return_text", { amount: formatDong(amount) })}</p>
          <p className="mt-2 font-medium">{[account.bank, account.masked, account.holder].join(", ")}</p>
          {rest.payment.own && (
            <Button look="quiet" className="mt-2" onClick={() => setEditing(true)}>
              {t("bank_payment.return_change")}
            </Button>
          )}
        </>
      )}
      {amount > 0 && (!account || editing) && <AccountForm {...rest} onSaved={finish} />}
    </section>
  );
}

import { type FormEvent, useId, useState } from "react";
import { accountNumberOf, accountPattern, maxHolderLength, minHolderLength } from "#contract/bank-account-rules.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import { bankLabel, banks } from "#contract/banks.ts";
import { formatDong } from "#contract/money.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { toast } from "#design/toast.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { queryClient } from "#web/api/query-client.ts";
import { ownerOf, useSession } from "#web/api/session.ts";
import { fieldMessages, problemMessage } from "#web/i18n/problem-message.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey, Translate } from "#web/i18n/translate.ts";
import { resultKey } from "../result-key.ts";

interface RefundAccountProps {
  payment: BankPayment;
  linkKey: string | undefined;
  refund: NonNullable<BankPayment["refund"]>;
  onSaved: (payment: BankPayment) => void;
}

const names = ["bank_bin", "account", "holder"] as const;
type AccountField = (typeof names)[number];
type AccountValues = Record<AccountField, string>;
const empty: AccountValues = { bank_bin: "", account: "", holder: "" };

const labels = {
  bank_bin: "bank_payment.bank",
  account: "bank_payment.account",
  holder: "bank_payment.holder",
} as const satisfies Record<AccountField, TextKey>;

/** What is wrong with a field, or null. The rules are those of the server. */
function errorOf(t: Translate, name: AccountField, text: string): string | null {
  const value = text.trim();
  if (value === "") return t("validation.field_required", { field: t(labels[name]) });
  if (name === "account" && !accountPattern.test(accountNumberOf(value))) return t("bank_payment.account_invalid");
  const isHolder = value.length >= minHolderLength && value.length <= maxHolderLength;
  return name === "holder" && !isHolder ? t("bank_payment.holder_invalid") : null;
}

/** Stores the account. The server's errors of fields are shown at them, until they are changed. */
function useSaveAccount({ payment, linkKey, onSaved }: RefundAccountProps) {
  const t = useTexts();
  const owner = ownerOf(useSession());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; fields: Readonly<Record<string, string>> } | null>(null);
  const save = async (account: AccountValues) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const result = await getApiClient().saveRefundAccount(payment.order_id, { key: linkKey, ...account });
    setBusy(false);
    if (!result.ok) return setFailure({ message: problemMessage(t, result), fields: fieldMessages(result) });
    // its page would still request the account
    queryClient().removeQueries({ queryKey: resultKey(owner, payment.order_id) });
    toast("success", t("bank_payment.saved"));
    onSaved(result.data);
  };
  return { busy, failure, save, clear: () => setFailure(null) };
}

function AccountForm(props: RefundAccountProps) {
  const t = useTexts();
  const lang = useLanguage();
  const { busy, failure, save, clear } = useSaveAccount(props);
  const [values, setValues] = useState(empty);
  const [sent, setSent] = useState(false);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const invalid = names.find((name) => errorOf(t, name, values[name]) !== null);
    if (invalid) return document.getElementById(`${id}-${invalid}`)?.focus();
    void save(values);
  };
  const fieldOf = (name: AccountField) => ({
    id: `${id}-${name}`,
    name,
    label: t(labels[name]),
    required: true,
    value: values[name],
    error: (sent ? errorOf(t, name, values[name]) : null) ?? failure?.fields[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      clear();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-sm text-taupe">
        {t("bank_payment.return_enter", { amount: formatDong(props.refund.amount) })}
      </p>
      {failure && <Alert>{failure.message}</Alert>}
      <SelectField {...fieldOf("bank_bin")}>
        <option value="" disabled>
          {t("bank_payment.choose_bank")}
        </option>
        {banks.map((bank) => (
          <option key={bank.bin} value={bank.bin}>
            {bankLabel(bank, lang)}
          </option>
        ))}
      </SelectField>
      <TextField {...fieldOf("account")} autoComplete="off" autoCapitalize="characters" />
      <TextField {...fieldOf("holder")} autoComplete="name" />
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

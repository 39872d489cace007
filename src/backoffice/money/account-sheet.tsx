import { useState } from "react";
import { bankLabel, banks } from "#contract/banks.ts";
import { SelectField, TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { refreshBankOverview } from "./refresh-bank-overview.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

/** Enters the account of a customer. It is never a draft on the device. */
export function AccountSheet({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useTexts();
  const lang = useLanguage();
  const [bin, setBin] = useState("");
  const [account, setAccount] = useState("");
  const [holder, setHolder] = useState("");
  const save = useAction(async () => {
    const body = { bank_bin: bin, account, holder };
    await call("PUT bo/bank/accounts/{order_id}", { path: { order_id: orderId }, body });
    await refreshBankOverview();
    onClose();
    reportDone(t("actions.saved"));
  });
  const fields = save.error?.fields ?? {};
  return (
    <Sheet title={t("transfers.account_title", { order: orderId })} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <SelectField
          label={t("transfers.bank")}
          required
          value={bin}
          error={fields.bank_bin}
          onChange={(event) => setBin(event.target.value)}
        >
          <option value="" disabled>
            {t("transfers.choose_bank")}
          </option>
          {banks.map((bank) => (
            <option key={bank.bin} value={bank.bin}>
              {bankLabel(bank, lang)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("transfers.account")}
          required
          minLength={4}
          maxLength={24}
          autoComplete="off"
          autoCapitalize="characters"
          value={account}
          error={fields.account && t("transfers.wrong_account")}
          onChange={(event) => setAccount(event.target.value)}
        />
        <TextField
          label={t("transfers.holder")}
          hint={t("transfers.account_note")}
          required
          minLength={2}
          maxLength={70}
          autoComplete="off"
          value={holder}
          error={fields.holder}
          onChange={(event) => setHolder(event.target.value)}
        />
        {Object.keys(fields).length === 0 && <Failure error={save.error} />}
        <ServerButton type="submit" wide busy={save.busy}>
          {t("transfers.save_account")}
        </ServerButton>
      </form>
    </Sheet>
  );
}

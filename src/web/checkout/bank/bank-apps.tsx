import type { Dong } from "#contract/money.ts";
import { useState } from "react";
import type { BankPayment } from "#contract/bank-payment.ts";
import { classes } from "#design/class-names.ts";
import { Button } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Apps that open with account and amount filled in. */
const filled = [
  ["icb", "VietinBank iPay"],
  ["bidv", "BIDV SmartBanking"],
  ["mb", "MBBank"],
  ["acb", "ACB ONE"],
  ["ocb", "OCB OMNI"],
] as const;
/** Apps that are only opened. */
const plain = [
  ["vcb", "Vietcombank"],
  ["tcb", "Techcombank"],
  ["vpb", "VPBank NEO"],
  ["vba", "Agribank"],
  ["tpb", "TPBank"],
  ["hdb", "HDBank"],
  ["vib-2", "MyVIB"],
  ["shb", "SHB"],
  ["lpb", "LPBank"],
  ["seab", "SeABank"],
  ["scb", "SCB"],
  ["vietbank", "VietBank"],
  ["cake", "CAKE"],
  ["timo", "Timo"],
  ["shbvn", "Shinhan"],
  ["nab", "Nam A Bank"],
  ["abb", "ABBANK"],
  ["eib", "Eximbank"],
  ["coopbank", "Co-opBank"],
  ["pvcb", "PVcomBank"],
  ["klb", "KienlongBank"],
  ["bvb", "BaoViet Bank"],
  ["vab", "VietABank"],
  ["ncb", "NCB"],
  ["sgicb", "SaigonBank"],
  ["pbvn", "Public Bank"],
  ["cimb", "CIMB"],
] as const;

const storageKey = "bank-app";
const remembered = (): string => {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
};
const remember = (app: string): void => {
  try {
    localStorage.setItem(storageKey, app);
  } catch {} // then the list is in its usual order
};

interface BankAppsProps {
  payTo: NonNullable<BankPayment["pay_to"]>;
  amount: Dong;
}

/**
 * Links to banks' apps, through a third party: only apps that fill in the transfer get account and amount. They open in a new
 * tab, so that this page stays as it is.
 */
export function BankApps({ payTo, amount }: BankAppsProps) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [last, setLast] = useState("");
  const show = () => {
    setLast(remembered());
    setOpen(!open);
  };
  const link = (app: string, isFilled: boolean): string => {
    const details = isFilled
      ? { ba: `${payTo.account}@${payTo.bank_code.toLowerCase()}`, am: String(amount), tn: payTo.content }
      : {};
    return `https://dl.vietqr.io/pay?${new URLSearchParams({ app, ...details })}`;
  };
  const apps = [
    ...filled.map(([app, name]) => ({ app, name, isFilled: true })),
    ...plain.map(([app, name]) => ({ app, name, isFilled: false })),
  ].toSorted((one, other) => Number(other.app === last) - Number(one.app === last));
  return (
    <div>
      <Button look="secondary" wide aria-expanded={open} onClick={show}>
        {t("bank_payment.open_bank")}
      </Button>
      {open && (
        <>
          <p className="mt-3 text-xs text-taupe">{t("bank_payment.open_bank_note")}</p>
          <ul aria-label={t("bank_payment.choose_bank")} className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3">
            {apps.map(({ app, name, isFilled }) => (
              <li key={app}>
                <a
                  href={link(app, isFilled)}
                  target="_blank"
                  rel="noopener noreferrer"
                  onClick={() => remember(app)}
                  className={classes(
                    "flex min-h-11 flex-col justify-center rounded-xs border px-3 py-1 text-sm",
                    app === last ? "border-ink" : "border-line",
                  )}
                >
                  {name}
                  {isFilled && <span className="text-xs text-taupe">{t("bank_payment.autofill")}</span>}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-taupe">{t("bank_payment.open_failed")}</p>
        </>
      )}
    </div>
  );
}

import type { User } from "#contract/customer.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { addressLabel } from "#contract/address-label.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { ChangePassword } from "./change-password.tsx";
import { PendingEmail } from "./pending-email.tsx";
import { UnconfirmedEmail } from "./unconfirmed-email.tsx";

/** stacked on a phone */
const ownRow = "col-span-2 sm:col-span-1";

/** The profile, read-only. */
export function ProfileView({ user, onEdit }: { user: User; onEdit: () => void }) {
  const t = useTexts();
  const { addressSearch } = useSettings();
  const saved = addressSearch ? user.saved_address : null;
  const label = saved && (saved.new ?? saved.old) && addressLabel(saved, (names) => t("address.formerly", { names }));
  const place = [
    ["address", user.address, ownRow],
    ["city", user.city],
    ["district", user.district],
    ["ward", user.ward],
  ] as const;
  const rows = [
    ["lastName", user.lastName],
    ["firstName", user.firstName],
    ["email", user.email, ownRow],
    ["phone", toLocalPhone(user.phone), ownRow],
    ...(label ? [["address", label, ownRow] as const] : place),
    ["postcode", user.postcode],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-5 gap-y-5 sm:gap-x-8 sm:gap-y-6">
        {rows.map(([field, value, className]) => (
          <div key={field} className={classes("border-b border-line pb-3", className)}>
            <dt className="text-xs text-taupe">{t(`profile.${field}`)}</dt>
            <dd className={classes("mt-1 break-words", !value && "text-taupe")}>{value || t("profile.not_set")}</dd>
          </div>
        ))}
      </dl>
      {saved?.needs_check && (
        <Alert tone="warning" className="mt-6">
          {t("address_search.check")}
        </Alert>
      )}
      {user.pending_email ? <PendingEmail email={user.pending_email} /> : <UnconfirmedEmail user={user} />}
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-4">
        <Button look="secondary" onClick={onEdit}>
          {t("profile.edit")}
        </Button>
        <ChangePassword email={user.email} />
      </div>
    </>
  );
}

import type { User } from "#contract/customer.ts";
import { toLocalPhone } from "#contract/person-rules.ts";
import { Button } from "#web/design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** One's own data, to be read. */
export function ProfileView({ user, onEdit }: { user: User; onEdit: () => void }) {
  const t = useTexts();
  const rows = [
    ["lastName", user.lastName],
    ["firstName", user.firstName],
    ["email", user.email],
    ["phone", toLocalPhone(user.phone)],
    ["address", user.address],
    ["city", user.city],
    ["district", user.district],
    ["ward", user.ward],
    ["postcode", user.postcode],
  ] as const;
  return (
    <>
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {rows.map(([field, value]) => (
          <div key={field} className="border-b border-line pb-3">
            <dt className="text-xs text-taupe">{t(`profile.${field}`)}</dt>
            <dd className={value ? "mt-1" : "mt-1 text-taupe"}>{value || t("profile.not_set")}</dd>
          </div>
        ))}
      </dl>
      <Button look="secondary" className="mt-8" onClick={onEdit}>
        {t("profile.edit")}
      </Button>
    </>
  );
}

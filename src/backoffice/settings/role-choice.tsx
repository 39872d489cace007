import { allRoles, type Role } from "#contract/backoffice/permissions.ts";
import { RadioGroup } from "#design/choice.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
}

/** The fixed roles, and the shop's own one if there is one. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const t = useTexts();
  const own = useApi("GET bo/roles", {}).data?.data.find(({ role }) => role === "own");
  const choices = allRoles.filter((role) => role !== "own" || own !== undefined);
  return (
    <RadioGroup
      legend={t("fields.role")}
      name="role"
      value={value}
      onChange={(chosen) => {
        const role = choices.find((one) => one === chosen);
        if (role) onChange(role);
      }}
      choices={choices.map((role) => ({
        value: role,
        label: (role === "own" && own?.name) || t(`roles.${role}`),
        note: t(`role_texts.${role}`),
      }))}
    />
  );
}

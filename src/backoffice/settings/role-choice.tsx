import { allRoles, type Role } from "#contract/permissions.ts";
import { RadioGroup } from "#design/choice.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { FailedPart } from "#backoffice/components/failed-part.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
}

/** The fixed roles, and the shop's own one if there is one. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const t = useTexts();
  const query = useApi("GET bo/roles", {});
  const own = query.data?.data.find(({ role }) => role === "own");
  // it stays selected, also while its name cannot be loaded
  const choices = allRoles.filter((role) => role !== "own" || own !== undefined || value === "own");
  return (
    <>
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
      <FailedPart query={query} />
    </>
  );
}

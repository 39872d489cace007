import { type Role, roles } from "#contract/backoffice/permissions.ts";
import { RadioGroup } from "#design/choice.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
}

export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const t = useTexts();
  return (
    <RadioGroup
      legend={t("fields.role")}
      name="role"
      value={value}
      onChange={(chosen) => {
        const role = roles.find((one) => one === chosen);
        if (role) onChange(role);
      }}
      choices={roles.map((role) => ({ value: role, label: t(`roles.${role}`), note: t(`role_texts.${role}`) }))}
    />
  );
}

import { useState } from "react";
import type { StaffProfile } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { refreshSession } from "#backoffice/api/session.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

export function NameCard({ profile }: { profile: StaffProfile }) {
  const t = useTexts();
  const [name, setName] = useState(profile.name);
  const save = useAction(async () => {
    await call("PUT bo/profile", { body: { name } });
    await Promise.all([invalidate("GET bo/profile"), refreshSession()]);
    return true;
  });
  return (
    <Card title={profile.email} text={t(`roles.${profile.role}`)}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextField
          label={t("fields.name")}
          autoComplete="name"
          required
          maxLength={100}
          value={name}
          error={save.error?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Failure error={save.error} />
        <Button type="submit" look="secondary" size="small" className="min-h-12" busy={save.busy}>
          {t("actions.save")}
        </Button>
        <Saved shown={save.result !== null} />
      </form>
    </Card>
  );
}

import type { Role } from "#contract/permissions.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RoleChoice } from "./role-choice.tsx";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface Invitation {
  name: string;
  email: string;
  role: Role;
}
const blank: Invitation = { name: "", email: "", role: "packer" };

/** Invites a person by name, email and role. */
export function InviteSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const draft = useDraft("invitation", blank);
  const { values, change } = draft;
  const invite = useAction(async (key) => {
    await call("POST bo/staff", { body: values, key });
    draft.discard();
    await invalidate("GET bo/staff");
    onClose();
    reportDone(t("staff.invited", { email: values.email }));
  });
  const fields = invite.error?.fields ?? {};
  const isFieldError = Object.keys(fields).length > 0;
  return (
    <Sheet title={t("staff.invite")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void invite.run();
        }}
      >
        <DraftOffer draft={draft} />
        <TextField
          label={t("fields.name")}
          required
          maxLength={100}
          autoComplete="off"
          value={values.name}
          error={fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label={t("fields.email")}
          type="email"
          required
          autoComplete="off"
          value={values.email}
          error={fields.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <RoleChoice value={values.role} onChange={(role) => change({ role })} />
        {!isFieldError && <Failure error={invite.error} />}
        <Button type="submit" wide busy={invite.busy}>
          {t("staff.send_invitation")}
        </Button>
        <p className="text-xs text-taupe">{t("staff.invitation_text")}</p>
      </form>
    </Sheet>
  );
}

import { type FixedRole, roles } from "#contract/permissions.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Signs in to the demonstration with a role. */
export function DemoRoles({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const open = useAction(async (_key, role: FixedRole) => {
    await call("POST bo/demo-session", { body: { role }, prompts: false });
    onDone();
  });
  return (
    <section className="mt-6 border-t border-line pt-5" aria-labelledby="demo-roles">
      <h2 id="demo-roles" className="mb-3 text-sm font-medium">
        {t("demo.open_as")}
      </h2>
      <div className="grid grid-cols-2 gap-2">
        {roles.map((role) => (
          <Button
            key={role}
            look="secondary"
            size="small"
            className="min-h-12"
            busy={open.busy}
            onClick={() => void open.run(role)}
          >
            {t(`roles.${role}`)}
          </Button>
        ))}
      </div>
      <div className="mt-3">
        <Failure error={open.error} />
      </div>
    </section>
  );
}

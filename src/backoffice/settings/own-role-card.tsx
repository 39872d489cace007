import { useState } from "react";
import { grantablePermissions, type Permission, withImplied } from "#contract/permissions.ts";
import type { RoleEntry } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { RecordSheet } from "#backoffice/versions/record-sheet.tsx";
import { permissionName } from "#backoffice/i18n/permission-name.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { hasChanged, RecordConflict } from "#backoffice/versions/record-conflict.tsx";
import { type LoadedRecord, useRecordForm } from "#backoffice/versions/use-record-form.ts";

interface OwnRoleSheetProps {
  own: RoleEntry | undefined;
  onClose: () => void;
}

interface OwnRoleFields {
  name: string;
  permissions: readonly string[];
}

const tickedOf = ({ permissions }: Pick<OwnRoleFields, "permissions">) =>
  grantablePermissions.filter((one) => permissions.includes(one));

/** A shop without such a role has its version too: another owner may create it meanwhile. */
const loadedRole = (own: RoleEntry | null): LoadedRecord<OwnRoleFields> => ({
  form: { name: own?.name ?? "", permissions: own ? tickedOf(own) : ["today.view"] },
  etag: `"${own?.version ?? "none"}"`,
});

function useOwnRoleForm(own: RoleEntry | undefined, onClose: () => void) {
  const t = useTexts();
  const [opened] = useState(() => loadedRole(own ?? null));
  const finish = async (done: string) => {
    await invalidate("GET bo/roles");
    onClose();
    reportDone(done);
  };
  return useRecordForm<OwnRoleFields>("own-role", opened, {
    conflicts: "whole",
    load: async ({ current }) => loadedRole(current as RoleEntry | null),
    store: (key, form, { etag: ifMatch }) =>
      call("PUT bo/roles/own", { body: { name: form.name, permissions: tickedOf(form) }, key, ifMatch }),
    onSaved: () => finish(t("actions.saved")),
    remove: async (key, ifMatch) => {
      try {
        await call("DELETE bo/roles/own", { key, ifMatch });
      } catch (error) {
        // there is none any more: the response of the first attempt was lost
        if (!(error instanceof CallError && error.status === 412 && error.current === null)) throw error;
      }
      await finish(t("actions.deleted", { name: own?.name ?? "" }));
    },
  });
}

function OwnRoleSheet({ own, onClose }: OwnRoleSheetProps) {
  const t = useTexts();
  const record = useOwnRoleForm(own, onClose);
  const { values, change, save } = record;
  const ticked = tickedOf(values);
  // an edit is ticked with its view, and a view is cleared with its edits
  const toggle = (permission: Permission) =>
    change({
      permissions: ticked.includes(permission)
        ? ticked.filter((one) => !withImplied([one]).includes(permission))
        : withImplied([...ticked, permission]),
    });
  const fields = save.error?.fields ?? {};
  return (
    <RecordSheet
      title={t("own_role.title")}
      logged={own ? "staff_role:own" : undefined}
      draft={record.draft}
      save={save}
      conflict={
        hasChanged(record) && (
          <RecordConflict
            record={record}
            labels={{ name: t("own_role.name"), permissions: t("own_role.permissions") }}
            textOf={(field, form) =>
              field === "name"
                ? null
                : tickedOf(form)
                    .map((one) => permissionName(t, one))
                    .join(", ")
            }
          />
        )
      }
      failure={fields.name === undefined ? save.error : null}
      disabled={values.permissions.length === 0}
      deletion={
        own && {
          ...{ label: t("own_role.remove"), title: t("own_role.confirm_remove", { name: own.name ?? "" }) },
          ...{ text: t("own_role.confirm_text"), action: record.deletion },
        }
      }
      onClose={onClose}
    >
      <TextField
        label={t("own_role.name")}
        required
        maxLength={40}
        autoComplete="off"
        value={values.name}
        error={fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t("own_role.permissions")}</legend>
        {grantablePermissions.map((permission) => (
          <Checkbox
            key={permission}
            label={permissionName(t, permission)}
            checked={ticked.includes(permission)}
            onChange={() => toggle(permission)}
          />
        ))}
      </fieldset>
      <p className="text-xs text-taupe">{t("own_role.note")}</p>
    </RecordSheet>
  );
}

/** The shop's own role, in addition to the fixed ones, with permissions that an owner chooses. */
export function OwnRoleCard() {
  const t = useTexts();
  const roles = useApi("GET bo/roles", {});
  const [editing, setEditing] = useState(false);
  const own = roles.data?.data.find(({ role }) => role === "own");
  return (
    <Card
      title={own?.name ?? t("own_role.title")}
      text={own ? t("own_role.count", { count: own.permissions.length }) : t("own_role.text")}
      className="mt-5"
    >
      <Loaded query={roles}>
        {() => (
          <Button look="secondary" size="small" className="min-h-12" onClick={() => setEditing(true)}>
            {t(own ? "own_role.edit" : "own_role.create")}
          </Button>
        )}
      </Loaded>
      {editing && <OwnRoleSheet own={own} onClose={() => setEditing(false)} />}
    </Card>
  );
}

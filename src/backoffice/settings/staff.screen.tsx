import { useState } from "react";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { InviteSheet } from "./invite-sheet.tsx";
import { OwnRoleCard } from "./own-role-card.tsx";
import { StaffSheet } from "./staff-sheet.tsx";

const tones: Record<StaffEntry["state"], Tone> = { pending: "warning", active: "success", closed: "neutral" };

function StaffRow({ entry, onOpen }: { entry: StaffEntry; onOpen: () => void }) {
  const t = useTexts();
  const { name, email, role, state, second_factor } = entry;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-ivory"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
            {name}
            <Badge tone={tones[state]}>{t(`staff.${state}`)}</Badge>
          </span>
          <span className="block truncate text-xs text-taupe">
            {t(`roles.${role}`)} · {email}
          </span>
          {state === "active" && !second_factor && (
            <span className="block text-xs text-warning">{t("staff.no_second_factor")}</span>
          )}
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </button>
    </li>
  );
}

/** Accounts and roles. */
export default function Staff() {
  const t = useTexts();
  const staff = useApi("GET bo/staff", {});
  const [inviting, setInviting] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const entry = staff.data?.data.find(({ id }) => id === opened);
  return (
    <Page
      title={t("nav.staff")}
      width="form"
      actions={
        <Button size="small" className="min-h-12" onClick={() => setInviting(true)}>
          {t("staff.invite")}
        </Button>
      }
    >
      <Loaded query={staff} skeleton={<RowsSkeleton />}>
        {(list) => (
          <ul className="card divide-y divide-line overflow-hidden">
            {list.map((one) => (
              <StaffRow key={one.id} entry={one} onOpen={() => setOpened(one.id)} />
            ))}
          </ul>
        )}
      </Loaded>
      {/* after the list, which would move it */}
      {!staff.isPending && <OwnRoleCard />}
      {inviting && <InviteSheet onClose={() => setInviting(false)} />}
      {entry && <StaffSheet key={entry.id} entry={entry} onClose={() => setOpened(null)} />}
    </Page>
  );
}

import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { User } from "#contract/customer.ts";
import { getStore } from "#web/api/browser-store.ts";
import { customerContext } from "#web/api/require-customer.ts";
import { leaveSession, useSession } from "#web/api/session.ts";
import { Alert } from "#web/design/alert.tsx";
import { classes } from "#web/design/class-names.ts";
import { AccountIcon, LogoutIcon, PackageIcon } from "#web/design/icons.tsx";
import { toast } from "#web/design/toast.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/profile.route.ts";
import { OrderHistory } from "./order-history.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { ProfileView } from "./profile-view.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(customerContext) });

const entry =
  "flex min-h-11 w-full items-center justify-center gap-3 px-2 text-center text-sm leading-tight transition-colors hover:text-champagne disabled:text-taupe lg:justify-start lg:px-3 lg:text-left [&_svg]:max-lg:hidden";

/** Logs out; a failure is told and stays said. */
function useLogout(): { logOut: () => Promise<void>; busy: boolean; failed: boolean } {
  const t = useTexts();
  const navigate = useNavigate();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const logOut = async () => {
    setState("busy");
    const answer = await getStore().logout();
    if (!answer.ok && answer.status !== 401) {
      toast("error", t("toast.logout_error"));
      return setState("failed");
    }
    await navigate("/");
    leaveSession();
    toast("success", t("toast.logout_success"));
  };
  return { logOut, busy: state === "busy", failed: state === "failed" };
}

function Sidebar({ user, tab }: { user: User; tab: "profile" | "orders" }) {
  const t = useTexts();
  const { logOut, busy, failed } = useLogout();
  const tabs = [
    { name: "profile", to: "/profile", label: t("profile.personal_info"), icon: <AccountIcon size={18} /> },
    { name: "orders", to: "/profile?tab=orders", label: t("profile.my_orders"), icon: <PackageIcon size={18} /> },
  ];
  return (
    <aside aria-label={t("profile.title")} className="h-fit lg:sticky lg:top-28">
      <p className="font-display text-xl">
        {user.lastName} {user.firstName}
      </p>
      <p className="text-sm break-all text-taupe">{user.email}</p>
      <nav aria-label={t("profile.title")} className="mt-4 border-y border-line lg:mt-6 lg:border-b-0 lg:pt-3">
        <ul className="grid grid-cols-3 lg:block">
          {tabs.map(({ name, to, label, icon }) => (
            <li key={name}>
              <Link
                to={to}
                aria-current={name === tab ? "page" : undefined}
                className={classes(
                  entry,
                  name === tab && "bg-sand font-medium max-lg:shadow-[inset_0_-2px_0_var(--color-ink)]",
                )}
              >
                {icon}
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" disabled={busy} onClick={() => void logOut()} className={entry}>
              <LogoutIcon size={18} />
              {t("profile.logout")}
            </button>
          </li>
        </ul>
      </nav>
      {failed && <Alert className="mt-4">{t("toast.logout_error")}</Alert>}
    </aside>
  );
}

const titleId = "tab-title";

function PersonalInfo({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  // the button that was pressed goes: the keyboard goes on, and the eye, at the heading of what has come instead
  const turn = (to: boolean) => {
    flushSync(() => setEditing(to));
    document.getElementById(titleId)?.focus();
  };
  return editing ? (
    <ProfileForm user={user} onDone={() => turn(false)} />
  ) : (
    <ProfileView user={user} onEdit={() => turn(true)} />
  );
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const t = useTexts();
  const [search] = useSearchParams();
  const session = useSession();
  const user = session.user ?? loaderData.user;
  const tab = search.get("tab") === "orders" ? "orders" : "profile";
  return (
    <div className="page grid gap-8 py-8 md:py-14 lg:grid-cols-[16rem_1fr] lg:gap-16">
      <PageHead title={t(tab === "orders" ? "orders.title" : "profile.title")} hidden />
      <Sidebar user={user} tab={tab} />
      <section aria-labelledby={titleId} className="min-w-0">
        <h1 id={titleId} tabIndex={-1} className="mb-6 text-3xl outline-none lg:mb-8">
          {t(tab === "orders" ? "orders.title" : "profile.personal_info")}
        </h1>
        {tab === "orders" ? <OrderHistory customerId={user.id} /> : <PersonalInfo user={user} />}
      </section>
    </div>
  );
}

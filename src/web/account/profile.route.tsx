import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import type { User } from "#contract/customer.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { customerContext } from "#web/api/require-customer.ts";
import { useSession } from "#web/api/session.ts";
import { Alert } from "#design/alert.tsx";
import { classes } from "#design/class-names.ts";
import { EmailText } from "#design/email-text.tsx";
import { AccountIcon, LogoutIcon, PackageIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { toast } from "#design/toast.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/profile.route.ts";
import { AddressBook } from "./address-book.tsx";
import { leaveAccount, postponeLogout } from "./leave-account.ts";
import { OrderHistory } from "./order-history.tsx";
import { orderTexts } from "./order-texts.ts";
import { PersonalData } from "./personal-data.tsx";
import { forgetEdits, readEdits } from "./profile-edits.ts";
import { ProfileForm } from "./profile-form.tsx";
import { ProfileView } from "./profile-view.tsx";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  user: context.get(customerContext),
  texts: await pageTexts(page(context), [
    ...["profile", "address_book", "address_search.check", "personal_data"],
    ...orderTexts,
    ...(page(context).guestCheckout ? ["guest"] : []),
  ]),
});

const entry =
  "flex min-h-11 items-center gap-3 text-sm transition-colors hover:text-champagne disabled:text-taupe lg:w-full lg:px-3";

/** Logs out, also without a connection; a failure is shown as a toast and stays on the page. */
function useLogout(): { logOut: () => Promise<void>; busy: boolean; failure: string | null } {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const logOut = async () => {
    setBusy(true);
    setFailure(null);
    const result = await getApiClient().logout();
    if (!result.ok && result.network && !navigator.onLine) postponeLogout();
    else if (!result.ok && result.status !== 401) {
      const message = [t("toast.logout_error"), ...(result.network ? [t("errors.network")] : [])].join(" ");
      toast("error", message);
      setFailure(message);
      return setBusy(false);
    }
    await leaveAccount(t("toast.logout_success"));
  };
  return { logOut, busy, failure };
}

function Sidebar({ user, tab }: { user: User; tab: "profile" | "orders" }) {
  const t = useTexts();
  const { logOut, busy, failure } = useLogout();
  const tabs = [
    { name: "profile", to: "/profile", label: t("profile.personal_info"), icon: <AccountIcon size={18} /> },
    { name: "orders", to: "/profile?tab=orders", label: t("profile.my_orders"), icon: <PackageIcon size={18} /> },
  ];
  return (
    <aside
      aria-label={t("profile.title")}
      className="grid h-fit grid-cols-[minmax(0,1fr)_auto] gap-x-4 lg:sticky lg:top-28 lg:block"
    >
      <div>
        <p className="font-display text-xl break-words">
          {user.lastName} {user.firstName}
        </p>
        <p className="text-sm text-taupe">
          <EmailText email={user.email} />
        </p>
      </div>
      {/* on a phone the two tabs share a row, and the logout button is above them, next to the name */}
      <nav
        aria-label={t("profile.title")}
        className="col-span-2 mt-4 border-b border-line lg:mt-6 lg:border-t lg:border-b-0 lg:pt-3"
      >
        <ul className="grid grid-cols-2 lg:block">
          {tabs.map(({ name, to, label, icon }) => (
            <li key={name}>
              <Link
                to={to}
                aria-current={name === tab ? "page" : undefined}
                className={classes(
                  entry,
                  "-mb-px justify-center border-b-2 whitespace-nowrap max-lg:[&_svg]:hidden lg:mb-0 lg:justify-start lg:border-b-0",
                  name === tab ? "border-ink font-medium lg:bg-sand" : "border-transparent max-lg:text-taupe",
                )}
              >
                {icon}
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <button
        type="button"
        disabled={busy}
        onClick={() => void logOut()}
        className={classes(entry, "col-start-2 row-start-1 self-start")}
      >
        <LogoutIcon size={18} />
        {t("profile.logout")}
      </button>
      {failure && <Alert className="col-span-2 mt-4">{failure}</Alert>}
    </aside>
  );
}

const titleId = "tab-title";

function PersonalInfo({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const [stored, setStored] = useState(false);
  // resumes edits interrupted by a reload or an expired session
  useEffect(() => {
    if (readEdits(user.id) === null) return;
    setStored(true);
    setEditing(true);
  }, [user.id]);
  // the clicked button is removed: focus and scroll move to the heading of the new content
  const turn = (to: boolean) => {
    forgetEdits(user.id);
    flushSync(() => {
      setStored(false);
      setEditing(to);
    });
    document.getElementById(titleId)?.focus();
  };
  return editing ? (
    <ProfileForm user={user} stored={stored} onDone={() => turn(false)} />
  ) : (
    <>
      <ProfileView user={user} onEdit={() => turn(true)} />
      <AddressBook user={user} />
      <PersonalData />
    </>
  );
}

function Account({ user }: { user: User }) {
  const t = useTexts();
  const [search] = useSearchParams();
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

export default function Profile({ loaderData: { user, texts } }: Route.ComponentProps) {
  const session = useSession();
  return (
    <PageTexts texts={texts}>
      <Account user={session.user ?? user} />
    </PageTexts>
  );
}

import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { page } from "#web/api/page.ts";
import { Button } from "#design/button.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/support.route.ts";
import { Contact } from "./contact.tsx";
import { policySections } from "./page-content.ts";
import { Policy } from "./policy.tsx";

export const loader = async ({ context }: Route.LoaderArgs) => ({ policies: await policySections(page(context)) });

/** The open policies; the address may name one, which is then scrolled to. An unknown name is ignored. */
function useOpenPolicies(ids: readonly string[]) {
  const [search] = useSearchParams();
  const requested = ids.find((id) => id === search.get("section"));
  const [open, setOpen] = useState<readonly string[]>(requested ? [requested] : []);
  useEffect(() => {
    if (!requested) return;
    setOpen((before) => [...new Set([...before, requested])]);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById(requested)?.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  }, [requested]);
  const set = (id: string, isOpen: boolean) =>
    setOpen((before) => (isOpen ? [...new Set([...before, id])] : before.filter((other) => other !== id)));
  return { open, set, setOpen };
}

export default function Support({ loaderData: { policies } }: Route.ComponentProps) {
  const t = useTexts();
  const ids = policies.map(({ id }) => id);
  const { open, set, setOpen } = useOpenPolicies(ids);
  return (
    <div className="page py-12 md:py-20">
      <PageHead title={t("support.title")} description={t("meta.support_description")} />
      <div className="mx-auto max-w-3xl">
        <h1 className="text-3xl md:text-4xl">{t("support.title")}</h1>
        <p className="mt-3 text-taupe">{t("support.intro")}</p>
        <div className="mt-8 flex justify-end gap-4 border-b border-line pb-2">
          <Button look="quiet" onClick={() => setOpen(ids)} disabled={open.length === ids.length}>
            {t("support.expand_all")}
          </Button>
          <Button look="quiet" onClick={() => setOpen([])} disabled={open.length === 0}>
            {t("support.collapse_all")}
          </Button>
        </div>
        {policies.map((policy) => (
          <Policy
            key={policy.id}
            policy={policy}
            open={open.includes(policy.id)}
            onToggle={(isOpen) => set(policy.id, isOpen)}
          />
        ))}
        <p className="mt-6 text-xs text-taupe">{t("support.updated")}</p>
        <Contact />
      </div>
    </div>
  );
}

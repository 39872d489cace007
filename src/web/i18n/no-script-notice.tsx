import type { ReactNode } from "react";
import { Alert } from "#web/design/alert.tsx";
import { useTexts } from "./texts-provider.tsx";
import { socialLinks } from "#web/links/social-links.ts";
import { PhoneLink } from "./phone-link.tsx";

/** Where the login would open; the address of a page that was asked for without logging in ends with it. */
export const loginAnchor = "login";

/** What works by scripts alone is left out where there are none; menus open and pictures scroll by themselves. */
const style = `.needs-scripts{display:none!important}
.menu-area:hover>.menu-panel,.menu-area:focus-within>.menu-panel{display:block;opacity:1;transform:none}
.gallery{grid-template-columns:minmax(0,1fr)}
.gallery-track{overflow-x:auto;touch-action:auto;cursor:auto}`;

export const ScriptsOffStyle = () => (
  <noscript>
    <style>{style}</style>
  </noscript>
);

interface ScriptsOffProps {
  id?: string;
  className?: string;
  /** a way on, below the sentence */
  children?: ReactNode;
}

/** For a browser without scripts: what does not work here, and how else to order. */
export function ScriptsOff({ id, className, children }: ScriptsOffProps) {
  const t = useTexts();
  const zalo = socialLinks.find(({ text }) => text === "footer.zalo");
  return (
    <noscript>
      <div id={id} className={className}>
        <Alert tone="warning">
          <p>{t("errors.scripts_off")}</p>
          <p className="mt-1 flex flex-wrap gap-x-4">
            <PhoneLink className="text-link inline-flex min-h-11 items-center" />
            {zalo && (
              <a href={zalo.href} className="text-link inline-flex min-h-11 items-center">
                {t(zalo.text)}
              </a>
            )}
          </p>
        </Alert>
        {children}
      </div>
    </noscript>
  );
}

import type { ReactNode } from "react";
import { Alert } from "#design/alert.tsx";
import { useTexts } from "./texts-provider.tsx";
import { socialLinks } from "#web/links/social-links.ts";
import { PhoneLink } from "./phone-link.tsx";

/** The fragment of the login address; without scripts it reveals the notice. */
export const loginAnchor = "login";

/** Without scripts, what needs them is hidden, menus open on hover or focus, and galleries scroll. */
const style = `.needs-scripts{display:none!important}
.menu-area:hover>.menu-panel,.menu-area:focus-within>.menu-panel{display:block;opacity:1;transform:none}
.gallery-track{overflow-x:auto;touch-action:auto;cursor:auto}`;

export const NoScriptStyle = () => (
  <noscript>
    <style>{style}</style>
  </noscript>
);

interface NoScriptNoticeProps {
  id?: string;
  className?: string;
  /** a link below the text */
  children?: ReactNode;
}

/** For a browser without scripts: what does not work, and how else to order. */
export function NoScriptNotice({ id, className, children }: NoScriptNoticeProps) {
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

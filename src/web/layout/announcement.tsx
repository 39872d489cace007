import { CloseIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const storageKey = "announcement-dismissed";
/** Change it with the message, so that users see it even if they dismissed the old one. */
const messageId = "free-shipping-1";

/**
 * Runs in the head, before the first paint: a dismissed line never appears, and nothing shifts. The server cannot
 * leave it out, since the page is cached for all visitors.
 */
export const announcementScript = `try{if(localStorage.getItem("${storageKey}")==="${messageId}")document.documentElement.dataset.announcement="off"}catch{}`;

const dismiss = (): void => {
  document.documentElement.dataset.announcement = "off";
  try {
    localStorage.setItem(storageKey, messageId);
  } catch {} // without storage it is hidden for this page view
};

/**
 * The banner above the header: free shipping for two items. Hidden by `data-announcement="off"` on the html element.
 */
export function Announcement() {
  const t = useTexts();
  return (
    <aside aria-label={t("a11y.announcement")} className="announcement bg-ink text-ivory">
      <div className="page relative flex min-h-11 items-center lg:min-h-10 justify-center">
        <p className="px-8 py-2 text-center text-xs text-balance">
          {t("announcement.free_shipping")}
          <Link
            to="/support?section=shipping"
            className="ml-3 hidden underline decoration-1 underline-offset-4 hover:text-blush sm:inline"
          >
            {t("announcement.link")}
          </Link>
        </p>
        <button
          type="button"
          onClick={dismiss}
          aria-label={t("a11y.dismiss_announcement")}
          className="needs-scripts absolute top-1/2 right-0 grid size-11 -translate-y-1/2 place-items-center hover:text-blush lg:right-12"
        >
          <CloseIcon size={16} />
        </button>
      </div>
    </aside>
  );
}

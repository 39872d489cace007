import { useEffect } from "react";
import { Link, useParams } from "react-router";
import { ChevronLeftIcon } from "#design/icons.tsx";
import { isScreen } from "#contract/backoffice/screens.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import UnknownScreen from "#backoffice/layout/unknown-screen.tsx";
import { OrderView } from "./order-view.tsx";

/** One order as a screen of its own. */
export default function OrderScreen() {
  const t = useTexts();
  const { id = "" } = useParams();
  const number = /^\d{1,9}$/.test(id) ? Number(id) : null;
  const title = number === null ? "" : t("order.title", { number });
  useEffect(() => {
    if (title) document.title = `${title} · Lianne`;
  }, [title]);
  if (number === null) return <UnknownScreen />;
  const back = isScreen("/orders") ? "/orders" : "/";
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-3 lg:px-8 lg:py-6">
      <Link
        to={back}
        className="-ml-2 inline-flex min-h-12 items-center gap-1 px-2 text-sm text-taupe hover:text-ink lg:min-h-10"
      >
        <ChevronLeftIcon size={18} />
        {t(back === "/orders" ? "order.to_list" : "nav.today")}
      </Link>
      <OrderView id={number} />
    </div>
  );
}

import { useEffect } from "react";
import { Link, useParams } from "react-router";
import { classes } from "#design/class-names.ts";
import { ChevronLeftIcon } from "#design/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import UnknownScreen from "#backoffice/layout/unknown-screen.tsx";
import { useOrderList } from "./list/list-context.ts";
import { useWide } from "./list/use-wide.ts";
import { OrderView } from "./order-view.tsx";

/** One order: next to its list on large screens, otherwise in its place. */
export default function OrderScreen() {
  const t = useTexts();
  const { onPrevious, onNext, listAddress } = useOrderList();
  const isSplitView = useWide();
  const { id = "" } = useParams();
  const number = /^\d{1,9}$/.test(id) ? Number(id) : null;
  const title = number === null ? "" : t("order.title", { number });
  useEffect(() => {
    if (title) document.title = `${title} · Lianne`;
  }, [title]);
  if (number === null) return <UnknownScreen />;
  return (
    <div className={classes("mx-auto w-full max-w-6xl px-4 py-3", !isSplitView && "lg:px-8 lg:py-6")}>
      <Link
        to={listAddress}
        preventScrollReset
        className="-ml-2 inline-flex min-h-12 items-center gap-1 px-2 text-sm text-taupe hover:text-ink lg:min-h-10"
      >
        <ChevronLeftIcon size={18} />
        {t("order.to_list")}
      </Link>
      <OrderView
        key={number}
        id={number}
        onPrevious={onPrevious}
        onNext={onNext}
        narrow={isSplitView}
        heading={isSplitView ? "h2" : "h1"}
      />
    </div>
  );
}

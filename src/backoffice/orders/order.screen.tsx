import { useEffect } from "react";
import { useParams } from "react-router";
import { classes } from "#design/class-names.ts";
import { BackLink } from "#backoffice/components/page.tsx";
import { useWide } from "#backoffice/components/list-with-record.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import UnknownScreen from "#backoffice/layout/unknown-screen.tsx";
import { useOrderList } from "./list/list-context.ts";
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
      <BackLink to={listAddress} label={t("order.to_list")} />
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

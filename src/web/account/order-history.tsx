import { Navigate, useSearchParams } from "react-router";
import { ApiError } from "#web/api/query-client.ts";
import { LinkButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { PackageIcon } from "#design/icons.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { Pagination } from "#design/pagination.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { LoadFailed } from "#web/i18n/load-failed.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { ClaimOrders } from "./claim-orders.tsx";
import { OrderCard } from "./order-card.tsx";
import { useOrderHistory } from "./use-order-history.ts";

const pageOf = (requested: string | null): number =>
  requested && /^[1-9]\d{0,4}$/.test(requested) ? Number(requested) : 1;

function NoOrders() {
  const t = useTexts();
  return (
    <EmptyState icon={<PackageIcon size={32} />} title={t("orders.empty")}>
      <LinkButton to="/products/category">{t("orders.empty_button")}</LinkButton>
    </EmptyState>
  );
}

function Pages({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  const t = useTexts();
  return (
    <div className="mt-8">
      <Pagination
        page={page}
        pages={pages}
        to={to}
        labels={{
          nav: t("orders.pagination"),
          previous: t("orders.prev"),
          next: t("orders.next"),
          page: (number) => t("orders.page", { page: number }),
        }}
      />
    </div>
  );
}

/**
 * The customer's orders, five per page; the page number is in the address. The question about other orders arrives later: above them it
 * would move what is about to be tapped.
 */
export const OrderHistory = ({ customerId }: { customerId: number }) => (
  <>
    <Orders customerId={customerId} />
    <ClaimOrders customerId={customerId} />
  </>
);

function Orders({ customerId }: { customerId: number }) {
  const t = useTexts();
  const [search] = useSearchParams();
  const page = pageOf(search.get("page"));
  const { query, reload } = useOrderHistory(customerId, page);
  if (query.isError && (!query.data || query.isPlaceholderData)) {
    const retry = () => void query.refetch();
    return (
      <LoadFailed
        title={t("orders.load_error")}
        failure={query.error instanceof ApiError ? query.error : null}
        onRetry={retry}
        busy={query.isFetching}
      />
    );
  }
  if (!query.data) {
    return (
      // longer than the screen, also after a reload further down: the footer is not pushed out of it
      <div className="min-h-[150svh] space-y-6" aria-busy="true">
        <Skeleton className="h-80 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  }
  const to = (number: number) => {
    const params = new URLSearchParams(search);
    params.set("page", String(number));
    return `?${params}`;
  };
  const { orders, total_pages } = query.data;
  if (orders.length === 0 && page > 1) return <Navigate to={to(Math.max(1, total_pages))} replace />;
  if (orders.length === 0) return <NoOrders />;
  const turning = query.isPlaceholderData;
  return (
    <>
      {/* a new page is a new list: expanded orders collapse */}
      <div key={page} className={classes("space-y-6 transition-opacity", turning && "opacity-50")} aria-busy={turning}>
        {orders.map((order) => (
          <OrderCard key={order.order_id} order={order} onReload={reload} />
        ))}
      </div>
      <Pages page={page} pages={total_pages} to={to} />
    </>
  );
}

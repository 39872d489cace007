import { useOutletContext } from "react-router";

/** The list from which an order was opened. */
export interface OrderListContext {
  /** opens the previous and the next order of the list; undefined at its ends */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** address of the list as it was left, below `/admin` */
  listAddress: string;
}

/** The list from which the order was opened. */
export const useOrderList = (): OrderListContext => useOutletContext<OrderListContext>();

import { allowsBulk, type BulkAction, bulkActions, bulkPermissions } from "#contract/backoffice/bulk-actions.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import type { OrderSelection } from "./selection.ts";

/** An action that the bar offers, with the selected orders that allow it. */
export interface BulkChoice {
  action: BulkAction;
  /** null: all that match the list, of which the server finds out which allow it */
  ids: number[] | null;
  count: number;
}

/** The actions that at least one of the selected orders allows, and the role. */
export function bulkChoices(selection: OrderSelection, { permissions }: SessionInfo): BulkChoice[] {
  return bulkActions.flatMap((action): BulkChoice[] => {
    if (!permissions.includes(bulkPermissions[action])) return [];
    if (selection.everything) return [{ action, ids: null, count: selection.count }];
    const ids = [...selection.rows.values()].filter((row) => allowsBulk(action, row)).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ action, ids, count: ids.length }];
  });
}

/** The stage of orders that can be added to a pickup manifest. */
const handoverStage = "to_hand_over";

/** The part of a list whose orders can be added to a manifest; null if it has none. @param query the list's filters */
export function handoverQuery(query: string): string | null {
  const params = new URLSearchParams(query);
  const stages = params.get("stage")?.split(",");
  if (stages && !stages.includes(handoverStage)) return null;
  params.set("stage", handoverStage);
  return params.toString();
}

/** Orders that can be added to a manifest, by carrier. */
export function handoverGroups(rows: Iterable<OrderRow>): Map<string, OrderRow[]> {
  const groups = new Map<string, OrderRow[]>();
  for (const row of rows) {
    const { stage, parcel } = row.lianne;
    if (stage !== handoverStage || !parcel) continue;
    groups.set(parcel.carrier, [...(groups.get(parcel.carrier) ?? []), row]);
  }
  return groups;
}

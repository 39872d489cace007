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

/** Orders that can be added to a pickup manifest, by carrier. */
export function handoverGroups(selection: OrderSelection): Map<string, OrderRow[]> {
  const groups = new Map<string, OrderRow[]>();
  for (const row of selection.rows.values()) {
    const { stage, parcel } = row.lianne;
    if (stage !== "to_hand_over" || !parcel) continue;
    groups.set(parcel.carrier, [...(groups.get(parcel.carrier) ?? []), row]);
  }
  return groups;
}

import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { integerSetting } from "#shop/kernel/settings/settings.ts";
import { phoneKey } from "./phone-key.ts";

const defaultMaxTotal = 1_000_000;

/** Which cash orders are confirmed without a staff member. */
export const autoConfirmSettings = {
  delivered: integerSetting(0, {
    name: "auto_confirm_delivered",
    unit: "orders",
    unset: "0: every order is confirmed by a staff member",
    meaning: "delivered orders of a phone number, none refused, from which its next order is confirmed automatically",
  }),
  maxTotal: integerSetting(0, {
    name: "auto_confirm_max_total",
    unit: "dong",
    unset: String(defaultMaxTotal),
    meaning: "highest total of an order that is confirmed automatically",
  }),
};

const settingOf = ({ name }: { name: string }): Sql =>
  sql`(select (value #>> '{}')::bigint from setting where name = ${name})`;
const isOn: Sql = sql`coalesce(${settingOf(autoConfirmSettings.delivered)}, 0) > 0`;
const earlierPhone = phoneKey(sql`e`);

/**
 * Whether a cash order that nothing has happened to is confirmed automatically: enough delivered and no refused parcels of its phone number.
 * As a column of a statement that is sent anyway; it reads no orders while the setting is off.
 * @param order the {@link phoneKey} and the total
 */
export const isOfKnownPhone = ({ phone, total }: { phone: Sql; total: Sql }): Sql => sql`case
  when not ${isOn} then false
  when ${total} > coalesce(${settingOf(autoConfirmSettings.maxTotal)}, ${defaultMaxTotal}) then false
  when length(${phone}) <> 9 then false
  else (select count(*) from orders e where ${earlierPhone} = ${phone} and e.status = 'completed') >= ${settingOf(autoConfirmSettings.delivered)}
    and not exists (
      select from orders e join parcel p on p.order_id = e.id
      where ${earlierPhone} = ${phone} and p.status in ('waiting_to_return', 'return', 'return_transporting', 'return_sorting',
        'returning', 'return_fail', 'returned'))
  end`;

/** The same of `orders o`, which has no call, change or requested deposit so far. As a filter it reads nothing while the setting is off. */
export const isAutoConfirmed: Sql = sql`${isOn} and o.payment_method = ${codMethodId}
  and not exists (select from order_event v where v.order_id = o.id and v.from_status is not null)
  and not exists (select from deposit d where d.order_id = o.id)
  and not exists (select from order_workflow w where w.order_id = o.id and w.calls > 0)
  and ${isOfKnownPhone({ phone: phoneKey(sql`o`), total: sql`o.total` })}`;

import { setTimeout as pause } from "node:timers/promises";
import type { BankSimulator } from "../../simulators/bank/index.ts";
import type { QueryFunction } from "../chaos/shop-database.ts";
import type { SeededRandom } from "../kit/seeded-random.ts";
import { amountsOf, type TransferPlan } from "./bank-plan.ts";

/** The shop's account at the simulated bank. */
export const shopAccount = "0011001234567";
const otherAccount = "0011007654321";
/** the code of an order that does not exist */
const foreignCode = "LIA99999992";

/** What a payment page shows. */
export interface ToPay {
  content: string;
  missing: number;
}

/** The people that make transfers at the bank: customers, and the staff of the shop that returns money. */
export class Payers {
  /** transfers to the shop's account, and those that are planned */
  count = 0;
  readonly #bank: BankSimulator;
  readonly #codes: string[] = [];
  readonly #late: (() => Promise<void>)[] = [];
  readonly #returned = new Set<number>();

  constructor(bank: BankSimulator) {
    this.#bank = bank;
  }

  /** Carries out a plan; late transfers wait for {@link sendLate}. */
  async pay({ content: code, missing }: ToPay, plan: TransferPlan, chance: SeededRandom): Promise<void> {
    const other = this.#codes.length > 0 ? chance.of(this.#codes) : foreignCode;
    const contents = { code, two_codes: `${code} ${other}`, foreign_code: foreignCode, none: "tien nhan" };
    this.#codes.push(code);
    const amounts = amountsOf(plan, missing, chance);
    this.count += amounts.length;
    const send = async (amount: number) => {
      const { id } = await this.#bank.transfer({
        ...{ account: plan.toOtherAccount ? otherAccount : shopAccount, amount, content: contents[plan.content] },
        ...{ mangle: plan.mangle, withoutReference: plan.withoutReference },
      });
      if (plan.replayed) await this.#bank.replay(id);
    };
    const sendAll = async () => {
      if (plan.atOnce) await Promise.all(amounts.map(send));
      else
        for (const amount of amounts) {
          await send(amount);
          await pause(chance.between(0, 300));
        }
    };
    if (plan.pays === "late") this.#late.push(sendAll);
    else await sendAll();
  }

  /** Sends the transfers that come after their orders were closed. */
  async sendLate(): Promise<void> {
    await Promise.all(this.#late.splice(0).map((send) => send()));
  }

  /** The number of transfers that the shop has not stored yet. */
  async unreported(query: QueryFunction): Promise<number> {
    const [row] = await query<{ stored: number }>("select count(*) stored from bank_transfer where account = $1", [
      shopAccount,
    ]);
    return this.#bank.ledger().filter(({ account }) => account === shopAccount).length - (row?.stored ?? 0);
  }

  /** Transfers the refunds that the shop's staff has to make, each once, with the content by which they are recognized. */
  async returnMoney(query: QueryFunction): Promise<void> {
    const open = await query<{ id: number; amount: number; code: string }>(`
      select r.id, r.amount, m ->> 'value' code from refund r
      join payment p on p.id = r.payment_id and p.method = 'bacs' join orders o on o.id = r.order_id
      cross join jsonb_array_elements(o.meta_data) m
      where r.status = 'requested' and m ->> 'key' = '_bank_transfer_code' order by r.id`);
    for (const { id, amount, code } of open.filter((refund) => !this.#returned.has(refund.id))) {
      this.#returned.add(id);
      await this.#bank.transfer({ account: shopAccount, amount, content: `HOAN ${code}`, direction: "out" });
    }
  }
}

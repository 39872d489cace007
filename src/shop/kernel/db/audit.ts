import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import { type Db, json, type Sql, sql, type Tx } from "./database.ts";

/** Whose hand writes. */
export interface Actor {
  /** `key:3`, `command line`, `customer:1001` */
  who: string;
  /** where the call came from; null for a command, and for a customer */
  address: string | null;
  /** the call or the command: `PUT products/{id}`, `orders move` */
  action: string;
}

const acting = new AsyncLocalStorage<Actor>();

/**
 * What the work writes is written in the actor's name: the database notes it in the audit log, in the same transaction
 * (migration 0014). Work for which nobody acts, as a shopper's is, leaves no row.
 */
export const runAsActor = <T>({ address, ...actor }: Actor, work: () => Promise<T>): Promise<T> =>
  // what a proxy forwards may be anything
  acting.run({ ...actor, address: address !== null && isIP(address) ? address : null }, work);

const setActorSql = (actor: Actor): Sql => sql`select set_config('lianne.actor', ${json(actor)}, true)`;

/** The same database, which tells its transactions who acts. */
export function withAuditContext<D extends Db>(db: D): D {
  const transaction: Db["transaction"] = (work) => {
    const actor = acting.getStore();
    if (!actor) return db.transaction(work);
    return db.transaction(async (tx) => {
      await tx.run(setActorSql(actor));
      return work(tx);
    });
  };
  const write: Db["write"] = <Row>(statement: Sql) =>
    acting.getStore() ? transaction((tx) => tx.all<Row>(statement)) : db.write<Row>(statement);
  return { ...db, transaction, write };
}

/** Notes what changes no row: that somebody's data was handed out, that a command was carried out. */
export async function recordAuditEvent(
  tx: Tx,
  { happened, object = "", id = "" }: { happened: "exported" | "done"; object?: string; id?: string | number },
): Promise<void> {
  const actor = acting.getStore();
  if (!actor) throw new Error("nobody acts here: see actingAs()");
  await tx.run(sql`
    insert into audit (actor, address, action, happened, object, object_id)
    values (${actor.who}, ${actor.address}::inet, ${actor.action}, ${happened}, ${object}, ${String(id)})`);
}

/** One thing that was done. */
export interface AuditEntry {
  id: number;
  at: Date;
  actor: string;
  address: string | null;
  action: string;
  happened: string;
  object: string;
  objectId: string;
  /** by column: what it was and what it is, or true where neither is told */
  change: Record<string, [from: unknown, to: unknown] | true | number>;
}

/** The newest first. @param object `order:10015` for what was done to that one, `order` for all of its kind */
export function listAudit(db: Db, { object, limit }: { object: string | null; limit: number }): Promise<AuditEntry[]> {
  const [kind = null, id = null] = object?.split(":") ?? [];
  return db.all<AuditEntry>(sql`
    select id, at, actor, host(address) address, action, happened, object, object_id "objectId", change from audit
    where (${kind}::text is null or object = ${kind}::text) and (${id}::text is null or object_id = ${id}::text)
    order by id desc limit ${limit}`);
}

/** Lets go of what was done ten years ago; the database lets nothing else of it go. */
export const sweepAudit = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from audit where at < now() - interval '10 years'`);

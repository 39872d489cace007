import { AsyncLocalStorage } from "node:async_hooks";
import { toInet } from "#shop/kernel/base/client-address.ts";
import { type Db, json, type Sql, sql, type Tx } from "./database.ts";

/** The caller on whose behalf data is written. */
export interface AuditActor {
  /** `staff:1`, `key:3`, `command line`, `customer:1001`, `job` */
  name: string;
  /** IP address of the client; null for a command, and for a customer */
  address: string | null;
  /** the endpoint or the command: `PUT products/{id}`, `orders set-status` */
  action: string;
}

interface ActorContext {
  actor: AuditActor;
  /** what each transaction of the actor starts with, besides the actor itself */
  firstStatement: Sql | null;
}

const currentActor = new AsyncLocalStorage<ActorContext>();

/**
 * Runs the work on behalf of the actor: a database trigger records each of its writes in the audit log, in the same
 * transaction (sql/audit/audit-log.sql). Writes without an actor, such as a shopper's, are not recorded.
 * @param firstStatement a statement that each transaction of the work starts with
 */
export const runAsActor = <T>(
  { address, ...actor }: AuditActor,
  work: () => Promise<T>,
  firstStatement: Sql | null = null,
): Promise<T> =>
  currentActor.run({ actor: { ...actor, address: address === null ? null : toInet(address) }, firstStatement }, work);

/** Runs a job on its own behalf. @param action the job's name */
export const runAsJob = <T>(action: string, work: () => Promise<T>): Promise<T> =>
  runAsActor({ name: "job", address: null, action }, work);

/** The actor of the current work; null outside of writes of merchants, staff members, commands and jobs. */
export const currentAuditActor = (): AuditActor | null => currentActor.getStore()?.actor ?? null;

const setActorSql = (actor: AuditActor): Sql => sql`select set_config('lianne.actor', ${json(actor)}, true)`;

/** Wraps the database so that each transaction sets the current actor for the audit trigger. */
export function withAuditContext<D extends Db>(db: D): D {
  const transaction: Db["transaction"] = (work) => {
    const context = currentActor.getStore();
    if (!context) return db.transaction(work);
    const { actor, firstStatement } = context;
    return db.transaction(async (tx) => {
      await Promise.all([tx.run(setActorSql(actor)), firstStatement && tx.run(firstStatement)]);
      return work(tx);
    });
  };
  const write: Db["write"] = <Row>(statement: Sql) =>
    currentActor.getStore() ? transaction((tx) => tx.all<Row>(statement)) : db.write<Row>(statement);
  return { ...db, transaction, write };
}

/** Records an event that changes no row: personal data was exported, or a command was run. */
export async function recordAuditEvent(
  tx: Tx,
  { operation, object = "", id = "" }: { operation: "exported" | "done"; object?: string; id?: string | number },
): Promise<void> {
  const { actor } = currentActor.getStore() ?? {};
  if (!actor) throw new Error("an audit event needs an actor: see runAsActor()");
  await tx.run(sql`
    insert into audit (actor, address, action, operation, object, object_id)
    values (${actor.name}, ${actor.address}::inet, ${actor.action}, ${operation}, ${object}, ${String(id)})`);
}

/** One entry of the audit log. */
export interface AuditEntry {
  id: number;
  at: Date;
  actor: string;
  address: string | null;
  action: string;
  operation: string;
  object: string;
  objectId: string;
  /** by column: the old and the new value, or true if they are not stored; of a bulk write `rows`, their number */
  change: Record<string, [from: unknown, to: unknown] | true | number>;
}

/** Lists entries, the newest first. @param object `order:10015` for one order, `order` for all orders */
export function listAudit(db: Db, { object, limit }: { object: string | null; limit: number }): Promise<AuditEntry[]> {
  const [kind = null, id = null] = object?.split(":") ?? [];
  return db.all<AuditEntry>(sql`
    select id, at, actor, host(address) address, action, operation, object, object_id "objectId", change from audit
    where (${kind}::text is null or object = ${kind}::text) and (${id}::text is null or object_id = ${id}::text)
    order by id desc limit ${limit}`);
}

/** Deletes entries older than ten years; the database allows no other deletion. */
export const sweepAudit = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from audit where at < now() - interval '10 years'`);

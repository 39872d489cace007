import { setImmediate } from "node:timers/promises";
import { messages, type PGlite, protocol, type Transaction } from "@electric-sql/pglite";
import type { Sql } from "sql-template-tag";
import { isOutdatedStatement } from "./database.ts";
import { prepare } from "./prepared-statements.ts";

/** A statement that the database has parsed, with what it takes and gives. */
interface PreparedStatement {
  /** types of its parameters */
  takes: readonly number[];
  columns: readonly { name: string; read: (text: string) => unknown }[];
}

interface Answer {
  rows: unknown[];
  touched: number;
}

/** Asks a statement, in a transaction or as one of its own. */
export type QueryFn = (statement: Sql, inside?: Transaction) => Promise<Answer>;

/**
 * The database works in this thread, and hands itself on to who waits for it without a turn of the event loop: while there is
 * always somebody, nothing else would be heard, nor anybody refused. Who has it lets the rest have a turn first.
 */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

const { serialize } = protocol;
/** PostgreSQL's name of the statement that the next one of that name takes the place of */
const unnamed = "";
const asItIs = (text: string): string => text;
/** `INSERT 0 5`, `SELECT 2`: how many rows it was */
const countIn = (tag: string): number => Number(tag.slice(tag.lastIndexOf(" ") + 1)) || 0;

/**
 * Asks statements of the embedded database. PGlite parses and plans each anew, in six messages; here those that come again
 * are prepared, as on a server, and asked in one, the others in two. Whatever fails there is over with that message: it ends
 * with a Sync.
 */
export function statementsOf(lite: PGlite): QueryFn {
  const known = new Map<string, PreparedStatement>();

  const send = (...parts: Uint8Array[]): Promise<messages.BackendMessage[]> =>
    lite.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false });

  const parse = async (name: string, text: string): Promise<PreparedStatement> => {
    // what went wrong half-way may have left the name behind
    const forget = serialize.close({ type: "S", name });
    const told = await send(forget, serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const takes = told.find((message) => message instanceof messages.ParameterDescriptionMessage)?.dataTypeIDs ?? [];
    const fields = told.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
    const columns = fields.map(({ name: column, dataTypeID }) => ({
      name: column,
      read: lite.parsers[dataTypeID] ?? asItIs,
    }));
    const statement = { takes, columns };
    if (name !== unnamed) known.set(name, statement);
    return statement;
  };

  const written = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : lite.serializers[type];
    return write ? write(value) : String(value);
  };

  const run = async (name: string, { text, values }: Sql): Promise<Answer> => {
    const { takes, columns } = known.get(name) ?? (await parse(name, text));
    const bound = values.map((value, place) => written(value, takes[place]));
    const told = await send(serialize.bind({ statement: name, values: bound }), serialize.execute({}));
    const answer: Answer = { rows: [], touched: 0 };
    for (const message of told) {
      if (message instanceof messages.DataRowMessage) {
        const row: Record<string, unknown> = {};
        for (const [place, column] of columns.entries()) {
          const field = message.fields[place] ?? null;
          row[column.name] = field === null ? null : column.read(field);
        }
        answer.rows.push(row);
      } else if (message instanceof messages.CommandCompleteMessage) answer.touched = countIn(message.text);
    }
    return answer;
  };

  const runKnown = (name: string, statement: Sql): Promise<Answer> =>
    lite.runExclusive(async () => {
      try {
        return await run(name, statement);
      } catch (error) {
        if (isOutdatedStatement(error)) known.delete(name);
        throw error;
      }
    });

  return async (statement, inside) => {
    const { name = unnamed } = prepare(statement);
    // outside of a transaction nothing may come between those of one
    if (inside?.closed) throw new Error("this transaction is over");
    if (inside) return runKnown(name, statement);
    await lite._checkReady();
    return lite._runExclusiveTransaction(async () => {
      await yieldToEventLoop();
      return runKnown(name, statement);
    });
  };
}

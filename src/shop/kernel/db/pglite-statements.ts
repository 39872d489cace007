import { setImmediate } from "node:timers/promises";
import { messages, type PGlite, protocol, type Transaction } from "@electric-sql/pglite";
import type { Sql } from "sql-template-tag";
import { isOutdatedStatement } from "./database.ts";
import { prepare } from "./prepared-statements.ts";
import type { ResultColumn } from "./row-observer.ts";

/** A statement that PGlite has parsed, with the types of its parameters and columns. */
interface PreparedStatement {
  parameterTypes: readonly number[];
  columns: readonly (ResultColumn & { parse: (text: string) => unknown })[];
}

interface QueryResult {
  columns: readonly ResultColumn[];
  rows: unknown[];
  rowCount: number;
}

/** Runs a statement, in the given transaction or in one of its own. */
export type QueryFn = (statement: Sql, transaction?: Transaction) => Promise<QueryResult>;

/**
 * PGlite runs on the main thread and its mutex hands over in a microtask, so a full queue starves the event loop: other
 * requests would be neither read nor rejected. Each query therefore yields first.
 */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

const { serialize } = protocol;
/** PostgreSQL's unnamed statement: each parse replaces it */
const unnamed = "";
const asText = (text: string): string => text;
/** the number of rows in a command tag: `INSERT 0 5`, `SELECT 2` */
const rowCountOf = (tag: string): number => Number(tag.slice(tag.lastIndexOf(" ") + 1)) || 0;

/**
 * Runs statements on PGlite over its wire protocol. PGlite's own query() parses and plans each statement again, in six
 * messages. Here repeated statements are prepared, as on a server, and need one message; the others need two. Each message
 * ends with a Sync, so an error is over with its message.
 */
export function statementsOf(lite: PGlite): QueryFn {
  const preparedStatements = new Map<string, PreparedStatement>();

  const send = (...messageParts: Uint8Array[]): Promise<messages.BackendMessage[]> =>
    lite.execProtocolStream(Buffer.concat([...messageParts, serialize.sync()]), { syncToFs: false });

  const parse = async (name: string, text: string): Promise<PreparedStatement> => {
    // an earlier parse that failed half-way may have left the name behind
    const close = serialize.close({ type: "S", name });
    const responses = await send(close, serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const parameters = responses.find((message) => message instanceof messages.ParameterDescriptionMessage);
    const fields = responses.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
    const columns = fields.map(({ name: column, dataTypeID }) => ({
      name: column,
      dataTypeID,
      parse: lite.parsers[dataTypeID] ?? asText,
    }));
    const statement = { parameterTypes: parameters?.dataTypeIDs ?? [], columns };
    if (name !== unnamed) preparedStatements.set(name, statement);
    return statement;
  };

  const serializeValue = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const toText = type === undefined ? undefined : lite.serializers[type];
    return toText ? toText(value) : String(value);
  };

  const execute = async (name: string, { text, values }: Sql): Promise<QueryResult> => {
    const { parameterTypes, columns } = preparedStatements.get(name) ?? (await parse(name, text));
    const bound = values.map((value, index) => serializeValue(value, parameterTypes[index]));
    const responses = await send(serialize.bind({ statement: name, values: bound }), serialize.execute({}));
    const result: QueryResult = { columns, rows: [], rowCount: 0 };
    for (const message of responses) {
      if (message instanceof messages.DataRowMessage) {
        const row: Record<string, unknown> = {};
        for (const [index, column] of columns.entries()) {
          const field = message.fields[index] ?? null;
          row[column.name] = field === null ? null : column.parse(field);
        }
        result.rows.push(row);
      } else if (message instanceof messages.CommandCompleteMessage) result.rowCount = rowCountOf(message.text);
    }
    return result;
  };

  const executeExclusively = (name: string, statement: Sql): Promise<QueryResult> =>
    lite.runExclusive(async () => {
      try {
        return await execute(name, statement);
      } catch (error) {
        if (isOutdatedStatement(error)) preparedStatements.delete(name);
        throw error;
      }
    });

  return async (statement, transaction) => {
    const { name = unnamed } = prepare(statement);
    if (transaction?.closed) throw new Error("the transaction has already ended");
    if (transaction) return executeExclusively(name, statement);
    await lite._checkReady();
    // the transaction mutex: a statement of its own must not run between the statements of a transaction
    return lite._runExclusiveTransaction(async () => {
      await yieldToEventLoop();
      return executeExclusively(name, statement);
    });
  };
}

/** The database cannot be asked just now: nothing is known of what was asked of it last, and asking again later may help. */
export class DatabaseUnavailableError extends Error {}

/**
 * Of PostgreSQL's conditions, by the first two letters or whole, those that pass by themselves or with a hand at the server. The
 * last is what a shop hears that could not be heard for a while: what it had begun was undone.
 */
const passing = /^(08...|53...|57P0[123]|57014|58...|25006|25P03)$/;
/** of the operating system and of Node's sockets */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)$/;
/** what the driver says without a code */
const spoken =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/;

/**
 * Whether a failure says that the database is gone, starts, is full or is overrun, rather than that the statement is wrong.
 * A statement that ran out of its time counts: what it was kept waiting by passes too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return passing.test(code) || unreachable.test(code);
  return spoken.test(error.message);
}

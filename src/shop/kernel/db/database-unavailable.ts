/** The database is unavailable. Whether the last statement was executed is unknown; a later retry may succeed. */
export class DatabaseUnavailableError extends Error {}

/**
 * SQLSTATE codes and classes of transient conditions, which pass by themselves or after an administrator has acted. The
 * last one (idle-in-transaction timeout) means that this process hung: its transaction was rolled back.
 */
const transientSqlStates = /^(08...|53...|57P0[123]|57014|58...|25006|25P03)$/;
/** error codes of the operating system and of Node's sockets */
const networkErrorCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)$/;
/** messages of driver errors that have no code */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/;

/**
 * True if the database is unreachable, starting, full or overloaded, rather than the statement wrong. A statement
 * timeout counts too: the cause of the delay is usually temporary.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return transientSqlStates.test(code) || networkErrorCodes.test(code);
  return driverMessages.test(error.message);
}

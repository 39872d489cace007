import pino, { type DestinationStream, type Logger } from "pino";
import { requestContext } from "./request-context.ts";

/** What is logged of an error: no `detail` of a driver or mail server, which quotes the row or the email. */
interface SerializedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  constraint?: unknown;
  cause?: SerializedError;
}

const maxCauseDepth = 5;
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? "",
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined || depth === maxCauseDepth ? {} : { cause: serializeError(error.cause, depth + 1) }),
  };
}

const mailAddress = /[\w.+%-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
const phoneNumber = /(?<![\d.])(?:\+?84|0)[35789]\d{8}(?!\d)/g;

/** the token of a link to an order, in the path of its page */
const orderLink = /(\/order(?:-claim)?\/\d{1,10}\/)[\da-f]{8,}/gi;

/**
 * Runs on each line just before it is written, because messages of libraries may quote personal data. The result is
 * still JSON.
 */
const redact = (line: string): string =>
  (/@|%40/.test(line) ? line.replace(mailAddress, "(address)") : line)
    .replace(phoneNumber, "0")
    .replace(orderLink, "$1(token)");

/** Adds the request id, unless the logger has it already, as a request's own logger does. */
function requestIdMixin(_line: object, _level: number, logger: Logger): object {
  const id = requestContext()?.id;
  return id === undefined || "reqId" in logger.bindings() ? {} : { reqId: id };
}

/** Writes one JSON object a line, with the id of the request. @param onWritten called after each line */
export const createLog = (
  level: string,
  destination: DestinationStream,
  onWritten: (level: number) => void = () => {},
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: requestIdMixin,
      serializers: { err: (error: unknown) => serializeError(error) },
      hooks: {
        streamWrite: redact,
        logMethod(line, write, lineLevel) {
          write.apply(this, line);
          onWritten(lineLevel);
        },
      },
    },
    destination,
  );

const warnLevel = 40;
/** info lines are buffered, and flushed at this size or this interval */
const bufferBytes = 8 * 1024;
const flushEveryMs = 1_000;

/**
 * Opens the log of a running server, on standard output. Writing each line separately would cost more than serving a
 * cached response, so lines are buffered; a warning, or the end of the process, flushes all lines before it.
 */
export function createServerLog(level: string): Logger {
  const out = pino.destination({ dest: 1, minLength: bufferBytes, periodicFlush: flushEveryMs, sync: true });
  process.once("exit", () => out.flushSync());
  return createLog(level, out, (lineLevel) => {
    if (lineLevel >= warnLevel) out.flushSync();
  });
}

const tty = process.stderr.isTTY;

/** One line to the person at the terminal; standard output belongs to the command itself. */
export const log = (line) => process.stderr.write(`${line}\n`);

/** @param {number} since milliseconds, as Date.now() */
export const secondsSince = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Logs the current step and its duration, until it is done.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function during(what, work) {
  const started = Date.now();
  if (!tty) log(`${what} …`);
  const tick = () =>
    tty ? process.stderr.write(`\r${what} … ${secondsSince(started)} `) : log(`… ${secondsSince(started)}`);
  if (tty) tick();
  const timer = setInterval(tick, tty ? 1000 : 10_000);
  try {
    const result = await work();
    clearInterval(timer);
    log(tty ? `\r${what}: done in ${secondsSince(started)}.` : `Done in ${secondsSince(started)}.`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** A failure that a person can do something about: its message is all they need to see. */
export class UserError extends Error {}

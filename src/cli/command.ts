import type { Command } from "commander";
import type { Logger } from "pino";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { Db } from "#shop/kernel/db/database.ts";

/** Seeds an empty database with the demo catalogue. @returns the reason if it did not, or null */
export type Seed = (db: Db, config: Config, log: (line: string) => void) => Promise<string | null>;

/** The context of every command, both in a running shop and outside of it. */
export interface CommandContext extends Output {
  db: Db;
  config: Config;
  clock: Clock;
  log: Logger;
  /** absent if the program does not include the demo catalogue */
  seed?: Seed | undefined;
}

/**
 * Runs a command where the database is open; called only for a well-formed command.
 * @param argv the same command for a shop in another directory, with absolute paths
 */
export type CarryOut = (work: (context: CommandContext) => Promise<void>, argv?: readonly string[]) => Promise<void>;

/** Adds a group's commands to the program. */
export type CommandGroup = (program: Command, carryOut: CarryOut) => void;

/** The reason why a command fails, and what to do about it. */
export class CommandError extends Error {}

/** Parses a positive integer. @throws CommandError */
export function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < 1) {
    throw new CommandError(`${name} must be a whole number, 1 or more; got ${text}.`);
  }
  return number;
}

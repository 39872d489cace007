import type { Command } from "commander";
import type { Logger } from "pino";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { Db } from "#shop/kernel/db/database.ts";

/** Fills an empty database with the demonstration's catalogue. @returns why it did not, or null */
export type Seed = (db: Db, config: Config, say: (line: string) => void) => Promise<string | null>;

/** What every command is given, in the shop that runs and outside of it alike. */
export interface CommandContext extends Output {
  db: Db;
  config: Config;
  clock: Clock;
  log: Logger;
  /** absent where the program carries no demonstration catalogue */
  seed?: Seed | undefined;
}

/**
 * Does a command's work where the database is; only called for a command that is well formed.
 * @param argv the same command for a shop in another folder: its paths are whole
 */
export type CarryOut = (work: (context: CommandContext) => Promise<void>, argv?: readonly string[]) => Promise<void>;

/** Adds a group's commands to the program. */
export type CommandGroup = (program: Command, carryOut: CarryOut) => void;

/** Why a command cannot be done, and what to do about it. */
export class CommandError extends Error {}

/** A whole number from the command line, 1 or more. @throws CommandError */
export function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < 1) {
    throw new CommandError(`${name} must be a whole number, 1 or more; got ${text}.`);
  }
  return number;
}

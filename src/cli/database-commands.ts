import { sql } from "#shop/kernel/db/database.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";

async function migrateDatabase({ db, log, out }: CommandContext): Promise<void> {
  const applied = await migrate(db, log);
  for (const name of applied) out(`applied ${name}`);
  out("The database is up to date.");
}

async function seedDatabase({ db, config, log, out, err, seed }: CommandContext): Promise<void> {
  if (!seed) {
    const stocked = await db.one(sql`select from product limit 1`);
    throw new CommandError(
      stocked
        ? "Nothing was seeded: the shop has a catalogue. Seeding is for an empty database."
        : "The running shop does not include the demonstration catalogue. Stop it, seed the database, and start it again.",
    );
  }
  await migrate(db, log);
  const reason = await seed(db, config, err);
  if (reason) throw new CommandError(`Nothing was seeded: ${reason}. Seeding is for an empty database.`);
  out("The demonstration catalogue is in the database.");
}

/** `migrate` and `seed`. */
export const databaseCommands: CommandGroup = (program, carryOut) => {
  program
    .command("migrate")
    .description("bring the database's schema up to date")
    .action(() => carryOut(migrateDatabase));
  program
    .command("seed")
    .description("put the demonstration catalogue into an empty database")
    .action(() => carryOut(seedDatabase));
};

import { formatDate } from "#contract/dates.ts";
import {
  createMerchantKey,
  listMerchantKeys,
  type Permissions,
  permissions,
  revokeMerchantKey,
} from "#shop/kernel/auth/merchant-keys.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

const isPermissions = (text: string): text is Permissions => (permissions as readonly string[]).includes(text);

interface CreateKeyOptions {
  description: string;
  permissions: string;
  json?: boolean;
}

async function create({ db, config, clock, out }: CommandContext, options: CreateKeyOptions): Promise<void> {
  const granted = options.permissions;
  if (!isPermissions(granted)) {
    throw new CommandError(`--permissions is one of ${permissions.join(", ")}; got ${granted}.`);
  }
  const input = { description: options.description, permissions: granted, now: clock.now() };
  const { id, consumerKey, consumerSecret } = await db.transaction((tx) =>
    createMerchantKey(tx, config.appSecret, input),
  );
  if (options.json) return out(JSON.stringify({ consumer_key: consumerKey, consumer_secret: consumerSecret }));
  out(`Key ${id} (${options.description}, ${granted})`);
  out(`  consumer key     ${consumerKey}`);
  out(`  consumer secret  ${consumerSecret}`);
  out("Store the secret now: it is not shown again.");
  if (!config.publicUrl.startsWith("https:")) {
    out(
      "Over http requests are signed (OAuth 1.0a, as WooCommerce's libraries do); key and secret alone (curl -u) need https.",
    );
  }
}

async function list(context: CommandContext, { json }: { json?: boolean }): Promise<void> {
  const keys = await listMerchantKeys(context.db);
  if (json) return context.out(JSON.stringify(keys));
  const rows = keys.map((key) => [
    String(key.id),
    key.description,
    key.permissions,
    `…${key.ending}`,
    formatDate(key.createdAt),
    key.revokedAt ? formatDate(key.revokedAt) : "",
  ]);
  const headings = ["ID", "DESCRIPTION", "PERMISSIONS", "KEY", "CREATED", "REVOKED"];
  printTable(context, headings, rows, "No keys yet. Create one: npm run shop -- keys create --permissions read");
}

async function revoke({ db, clock, out }: CommandContext, text: string): Promise<void> {
  const id = wholeNumber(text, "The key's id");
  if (!(await db.transaction((tx) => revokeMerchantKey(tx, id, clock.now())))) {
    throw new CommandError(`There is no active key with the id ${id}. List the keys: npm run shop -- keys list`);
  }
  out(`Key ${id} is revoked.`);
}

/** `keys`: API keys of merchants' scripts for `wc/v3`. */
export const keyCommands: CommandGroup = (program, carryOut) => {
  const keys = program.command("keys").description("API keys of merchants' scripts for /wp-json/wc/v3");
  keys
    .command("create")
    .description("create a key pair; its secret is shown only once")
    .option("--description <text>", "what the key is for", "command line")
    .option("--permissions <which>", permissions.join(", "), "read")
    .option("--json", "print only the pair, as JSON")
    .action((options: CreateKeyOptions) => carryOut((context) => create(context, options)));
  keys
    .command("list")
    .description("all keys, without their secrets")
    .option("--json", "as JSON")
    .action((options: { json?: boolean }) => carryOut((context) => list(context, options)));
  keys
    .command("revoke <id>")
    .description("revoke a key, at once and permanently")
    .action((id: string) => carryOut((context) => revoke(context, id)));
};

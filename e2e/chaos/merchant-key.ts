import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../../shop.ts");

/** Creates an API key with the command line. @returns consumer key and secret, separated by a colon */
export async function merchantKey(environment: NodeJS.ProcessEnv): Promise<string> {
  const command = ["keys", "create", "--permissions", "read_write", "--json"];
  const { stdout } = await run(process.execPath, [program, ...command], { env: environment });
  const key = JSON.parse(stdout) as { consumer_key: string; consumer_secret: string };
  return `${key.consumer_key}:${key.consumer_secret}`;
}

import { spawn } from "node:child_process";
import { UserError } from "./log.mjs";

/** Ends the running preparation when this process gets a signal to stop. */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Waits for the end, passing on termination signals. */
const ending = (child, explain) =>
  new Promise((resolve, reject) => {
    const stop = (signal) => child.kill(signal);
    for (const signal of forwarded) process.once(signal, stop);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of forwarded) process.off(name, stop);
      if (code === 0) resolve(undefined);
      else reject(new UserError(explain(signal ?? `code ${code}`)));
    });
  });

/**
 * Runs a program without showing its output, unless it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runQuietly(command, args, env = process.env) {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const append = (chunk) => {
    output += chunk;
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  return ending(child, (end) => `${output}\n${command} ${args.join(" ")} ended with ${end}.`);
}

/** Runs a program with its output on standard error: standard output belongs to the command that is being prepared. */
export function runWithOutput(command, args, env) {
  const child = spawn(command, args, { env, stdio: ["ignore", process.stderr, process.stderr] });
  return ending(child, (end) => `${command} ${args.join(" ")} ended with ${end}.`);
}

/**
 * Replaces this process by another program, as far as Node allows: the same terminal, signals passed on, the same exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function exec(command, args, env) {
  const child = spawn(command, args, { env, stdio: "inherit" });
  for (const signal of forwarded) {
    // Ctrl-C reaches the whole terminal, the child included: passed on it would arrive twice
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  // npm was killed and could pass on no signal: the child would never stop
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill("SIGTERM");
  }, 500);
  child.once("error", (error) => {
    throw error;
  });
  child.once("close", (code, signal) => {
    clearInterval(watch);
    if (signal === null) process.exit(code ?? 1);
    for (const name of forwarded) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

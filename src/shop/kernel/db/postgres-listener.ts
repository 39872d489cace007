import { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "pino";
import type { Listener } from "./database.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

/** A connection that says nothing for so long hears nothing either: together with the beat within what a price may be stale. */
const patienceMs = 1_000;
const beatMs = 500;
const reconnectPauseMs = 250;

export interface ListenerOptions {
  /** how to connect to where announcements are made now; null while that is nowhere */
  where(): Promise<pg.ClientConfig | null>;
  log: Logger;
}

class Unheard extends Error {}

/** The server has no connection left for this one: those that it has given may be as well as ever. */
const isFull = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith("53");

interface Hearing {
  /** says goodbye, where there is somebody to say it to */
  close(): Promise<void>;
}

/** One connection's life, until it breaks or is closed. */
async function hearOnce(
  config: pg.ClientConfig,
  channel: string,
  { hear, onBroken }: { hear(payload: string): void; onBroken(error?: Error): void },
): Promise<Hearing> {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    application_name: "lianne listener",
    connectionTimeoutMillis: patienceMs,
    stream: () => socket,
  });
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const end = (): void => {
    over = true;
    clearTimeout(timer);
    socket.destroy();
  };
  const fail = (error?: Error): void => {
    if (over) return;
    end();
    onBroken(error);
  };
  const beat = (): void => {
    // a process that was busy finds the answer beside the alarm: the sockets are looked at between the two
    const late = setTimeout(() => setImmediate(() => !answered && fail(new Unheard("no answer"))), patienceMs);
    let answered = false;
    client.query("select").then(
      () => {
        answered = true;
        clearTimeout(late);
        if (!over) timer = setTimeout(beat, beatMs);
      },
      (error: Error) => {
        clearTimeout(late);
        fail(error);
      },
    );
  };
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`listen "${channel}"`);
  } catch (error) {
    end();
    throw error;
  }
  client.on("error", fail);
  client.on("end", () => fail());
  client.on("notification", (message) => hear(message.payload ?? ""));
  beat();
  return {
    close: async () => {
      const gone = new Promise<void>((done) => socket.once("close", () => done()));
      over = true;
      clearTimeout(timer);
      client.end().catch(() => {});
      const impatient = setTimeout(() => socket.destroy(), patienceMs);
      await gone;
      clearTimeout(impatient);
    },
  };
}

/**
 * Keeps one connection listening. It is asked twice a second whether it still hears; when it breaks or falls silent, that is
 * said and another is made. @returns stops listening
 */
export async function listenOn(
  channel: string,
  listener: Listener,
  options: ListenerOptions,
): Promise<() => Promise<void>> {
  const { where, log } = options;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let hearing: Hearing | null = null;
  const connect = async (): Promise<void> => {
    const config = await where();
    if (!config) throw new Unheard("no server takes writes");
    hearing = await hearOnce(config, channel, {
      hear: (payload) => listener.onNotification(payload),
      onBroken: (error) => {
        hearing = null;
        if (stopped) return;
        log.warn({ err: error, channel }, "lost the connection to the database's announcements");
        if (error instanceof Unheard) listener.onDatabaseDown();
        else listener.onDisconnected();
        reconnect();
      },
    });
    if (stopped) return hearing.close();
    listener.onSubscribed(); // whatever was announced before now went unheard
  };
  const reconnect = (): void => {
    if (stopped) return;
    connect().catch((error: unknown) => {
      log.warn({ err: error, channel }, "still without the database's announcements");
      if (error instanceof Unheard || (isDatabaseUnavailable(error) && !isFull(error))) listener.onDatabaseDown();
      timer = setTimeout(reconnect, reconnectPauseMs);
    });
  };
  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await hearing?.close();
  };
}

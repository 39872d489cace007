import { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "pino";
import type { NotificationListener } from "./database.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

/** A heartbeat without a response within this time means a dead connection. Together with the interval it bounds how long a cached price can be stale. */
const heartbeatTimeoutMs = 1_000;
const heartbeatIntervalMs = 500;
const reconnectDelayMs = 250;

export interface ListenerOptions {
  /** how to connect to the current primary; null while there is none */
  locate(): Promise<pg.ClientConfig | null>;
  log: Logger;
}

/** The database itself is down, not only this connection. */
class DatabaseDownError extends Error {}

/** The server refuses another connection because all are in use: those that are open may still work. */
const isOutOfConnections = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith("53");

interface Subscription {
  /** ends the connection, with a Terminate message to the server if it still responds */
  close(): Promise<void>;
}

/** Calls `onFailure` when a heartbeat fails or times out. @returns stops the heartbeats */
function startHeartbeats(client: pg.Client, onFailure: (error: Error) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const beat = (): void => {
    let responded = false;
    // If this process was busy, the response may have arrived without having been read: setImmediate lets the sockets be
    // polled before the timeout counts.
    const timeout = setTimeout(
      () => setImmediate(() => !responded && onFailure(new DatabaseDownError("heartbeat timed out"))),
      heartbeatTimeoutMs,
    );
    client.query("select").then(
      () => {
        responded = true;
        clearTimeout(timeout);
        if (!stopped) timer = setTimeout(beat, heartbeatIntervalMs);
      },
      (error: Error) => {
        clearTimeout(timeout);
        onFailure(error);
      },
    );
  };
  beat();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Listens on one connection, until it breaks or is closed. */
async function subscribe(
  config: pg.ClientConfig,
  channel: string,
  { onNotification, onBroken }: { onNotification(payload: string): void; onBroken(error?: Error): void },
): Promise<Subscription> {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    application_name: "lianne listener",
    connectionTimeoutMillis: heartbeatTimeoutMs,
    stream: () => socket,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`listen "${channel}"`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  let ended = false;
  const fail = (error?: Error): void => {
    if (ended) return;
    ended = true;
    stopHeartbeats();
    socket.destroy();
    onBroken(error);
  };
  client.on("error", fail);
  client.on("end", () => fail());
  client.on("notification", (message) => onNotification(message.payload ?? ""));
  const stopHeartbeats = startHeartbeats(client, fail);
  return {
    close: async () => {
      const closed = new Promise<void>((done) => socket.once("close", () => done()));
      ended = true;
      stopHeartbeats();
      client.end().catch(() => {});
      const timeout = setTimeout(() => socket.destroy(), heartbeatTimeoutMs);
      await closed;
      clearTimeout(timeout);
    },
  };
}

/**
 * Maintains one LISTEN connection, checked by a heartbeat twice a second. When it breaks or stops responding, the listener is
 * notified and another connection is opened. @returns stops listening
 */
export async function listenOn(
  channel: string,
  listener: NotificationListener,
  { locate, log }: ListenerOptions,
): Promise<() => Promise<void>> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let subscription: Subscription | null = null;
  const connect = async (): Promise<void> => {
    const config = await locate();
    if (!config) throw new DatabaseDownError("no database server accepts writes");
    subscription = await subscribe(config, channel, {
      onNotification: (payload) => listener.onNotification(payload),
      onBroken: (error) => {
        subscription = null;
        if (stopped) return;
        log.warn({ err: error, channel }, "lost the LISTEN connection to the database");
        if (error instanceof DatabaseDownError) listener.onDatabaseDown();
        else listener.onDisconnected();
        reconnect();
      },
    });
    if (stopped) return subscription.close();
    listener.onSubscribed(); // notifications before this moment have been missed
  };
  const reconnect = (): void => {
    if (stopped) return;
    connect().catch((error: unknown) => {
      log.warn({ err: error, channel }, "could not reopen the LISTEN connection to the database");
      const isDown = error instanceof DatabaseDownError || (isDatabaseUnavailable(error) && !isOutOfConnections(error));
      if (isDown) listener.onDatabaseDown();
      timer = setTimeout(reconnect, reconnectDelayMs);
    });
  };
  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await subscription?.close();
  };
}

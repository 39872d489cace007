import { useSyncExternalStore } from "react";

/** A value outside React that components can subscribe to. The server always renders the initial value. */
export interface ExternalStore<T> {
  get(): T;
  set(next: T): void;
  use(): T;
}

export function externalStore<T>(initial: T): ExternalStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}

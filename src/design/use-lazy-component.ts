import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/**
 * Loads a component when it is first needed and keeps it. A failed load leaves the page as it is and is retried at the
 * next need, which `React.lazy` would not do.
 * @param onError called when the load failed
 */
export function useLazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  enabled: boolean,
  onError: () => void,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null);
  // reload only when `wanted` or the loaded component changes
  const fetchModule = useEffectEvent(load);
  const notifyError = useEffectEvent(onError);
  useEffect(() => {
    if (!enabled || loaded) return;
    let current = true;
    fetchModule().then(
      (module) => current && setLoaded({ Component: module.default }),
      () => current && notifyError(),
    );
    return () => {
      current = false;
    };
  }, [enabled, loaded]);
  return loaded?.Component ?? null;
}

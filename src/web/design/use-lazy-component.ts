import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/**
 * A component that is fetched when it is first wanted, and then kept. A fetch that fails leaves the page as it is and is
 * tried again with the next wish, which `React.lazy` would not do.
 * @param missed called when the fetch failed
 */
export function useLazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wanted: boolean,
  missed: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<{ Component: ComponentType<Props> } | null>(null);
  // only a new wish, or its fulfilment, is a reason to fetch
  const fetchPart = useEffectEvent(load);
  const tellMissed = useEffectEvent(missed);
  useEffect(() => {
    if (!wanted || part) return;
    let current = true;
    fetchPart().then(
      (module) => current && setPart({ Component: module.default }),
      () => current && tellMissed(),
    );
    return () => {
      current = false;
    };
  }, [wanted, part]);
  return part?.Component ?? null;
}

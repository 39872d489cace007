import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Distinguishes what changed a text of the address: this part of the screen, whose navigations arrive late, or Back, a link or another view.
 * @param onOther called with the address's text at first, and whenever it changes to a text that was not noted
 * @returns notes a text that is about to be written to the address
 */
export function useSentTexts(address: string, onOther: (text: string) => void): (text: string) => void {
  const sent = useRef<string[]>([]);
  const report = useEffectEvent(onOther);
  useEffect(() => {
    const place = sent.current.indexOf(address);
    // what was sent before it does not arrive any more
    sent.current = place < 0 ? [] : sent.current.slice(place + 1);
    if (place < 0) report(address);
  }, [address]);
  return (text) => {
    sent.current.push(text);
  };
}

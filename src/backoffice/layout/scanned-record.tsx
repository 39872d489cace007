import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { PackScanResult } from "#contract/backoffice/packing.ts";
import { isScreen } from "#contract/backoffice/screens.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { failureText } from "#backoffice/components/failure.tsx";
import { useHandScanner } from "#backoffice/device/scanner/use-hand-scanner.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

const shownMs = 6_000;

/** The screen of a scanned record that the role may open; null if there is none. */
function screenOf({ kind, id }: PackScanResult, permissions: readonly string[]): string | null {
  const paths =
    kind === "item"
      ? [permissions.includes("products.edit") && `/products/${id}`]
      : [permissions.includes("orders.view") && `/orders/${id}`, permissions.includes("pack") && `/pack/${id}`];
  return paths.find((path): path is string => path !== false && isScreen(path)) ?? null;
}

/**
 * Opens the record that a hand scanner reads, on any screen: an order by its slip, label or warranty card, a product by its label. Fields
 * and screens that scan receive their codes themselves.
 */
export function ScannedRecord() {
  const t = useTexts();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const [message, setMessage] = useState("");
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(""), shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  const open = async (code: string) => {
    setMessage("");
    try {
      const { data } = await call("POST bo/pack/scans", { body: { code } });
      const path = screenOf(data, permissions);
      if (path) await navigate(path);
      else setMessage(t("scan.no_screen", { name: data.name || code }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.code === "lianne_unknown_code" ? t("scan.unknown", { code }) : failureText(t, error));
    }
  };
  useHandScanner((code) => void open(code), permissions.includes("pack"), true);
  return (
    <p
      role="status"
      className="fixed inset-x-3 top-3 z-40 mx-auto max-w-md rounded-xs bg-ink px-4 py-3 text-sm text-ivory shadow-float empty:hidden"
    >
      {message}
    </p>
  );
}

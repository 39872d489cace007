import { useRef, useState } from "react";
import {
  type PrintKind,
  printKinds,
  type PrintSize,
  printSizeName,
  printSizes,
} from "#contract/backoffice/order-rules.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Prints documents about orders, one order a page; each print is recorded. @param ids at most 100 orders */
export function PrintSheet({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const t = useTexts();
  const { permissions } = useSession();
  const frame = useRef<HTMLIFrameElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const print = useAction(async (key, kind: PrintKind, size: PrintSize) => {
    const { data } = await call("POST bo/prints", { body: { ids: [...ids], kind, size }, key });
    setUrl(data.url);
    await invalidate("GET bo/orders/{id}/timeline");
    return kind;
  });
  const kinds = printKinds.filter(
    (kind) => permissions.includes("orders.view") || kind === "packing" || kind === "gift",
  );
  return (
    <Sheet title={t("order_print.title")} onClose={onClose}>
      <ul className="space-y-3">
        {kinds.map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <span className="flex-1 text-sm">{t(`order_print.${kind}`)}</span>
            {printSizes[kind].map((size) => (
              <Button
                key={size}
                look="secondary"
                size="small"
                busy={print.busy}
                aria-label={`${t(`order_print.${kind}`)}, ${printSizeName(size)}`}
                onClick={() => void print.run(kind, size)}
                className="min-h-12 min-w-20 lg:min-h-10"
              >
                {printSizeName(size)}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      <Failure error={print.error} />
      {url && (
        <iframe
          key={url}
          ref={frame}
          src={url}
          title={t("order_print.title")}
          // no scripts of its own; the same origin, so that this page can print it
          sandbox="allow-same-origin allow-modals"
          onLoad={() => frame.current?.contentWindow?.print()}
          className="mt-4 h-[40dvh] w-full border border-line bg-white"
        />
      )}
    </Sheet>
  );
}

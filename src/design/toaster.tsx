import { Toast as Base } from "@base-ui/react/toast";
import { useEffect } from "react";
import { classes } from "./class-names.ts";
import { AlertIcon, CloseIcon, SuccessIcon } from "./icons.tsx";
import { listenToToasts } from "./toast.ts";

const toastDurationMs = 2000;
const manager = Base.createToastManager<{ kind: "success" | "error" }>();

function Toasts({ dismissLabel }: { dismissLabel: string }) {
  const { toasts } = Base.useToastManager<{ kind: "success" | "error" }>();
  return toasts.map((toast) => {
    const failed = toast.data?.kind === "error";
    const Icon = failed ? AlertIcon : SuccessIcon;
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        className="panel-right pointer-events-auto flex w-full items-center gap-3 border border-line bg-white py-1 pr-1 pl-4 text-sm shadow-float"
      >
        <Icon size={18} className={classes("shrink-0", failed ? "text-danger" : "text-success")} />
        <Base.Title render={<p />} className="flex-1 py-2 font-sans text-sm" />
        <Base.Close
          aria-label={dismissLabel}
          className="grid size-11 shrink-0 place-items-center transition-colors hover:text-champagne"
        >
          <CloseIcon size={16} />
        </Base.Close>
      </Base.Root>
    );
  });
}

function Listener() {
  useEffect(
    () =>
      listenToToasts(({ kind, text }) =>
        // with its text as the id a repeated message is one toast: it is announced again, and its time starts over
        // never "high": that hides the toast and its button from screen readers; failures are also shown in place
        manager.add({ id: `${kind}: ${text}`, title: text, data: { kind }, priority: "low" }),
      ),
    [],
  );
  return null;
}

/** Top right, for two seconds, longer while hovered or focused. Loaded with the first toast. */
export default function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  return (
    <>
      <Base.Provider toastManager={manager} timeout={toastDurationMs}>
        <Base.Portal>
          <Base.Viewport
            aria-label={label}
            // below the header; over a dialog they are next to its close button, above its content
            className="pointer-events-none fixed top-26 right-4 z-60 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2 in-[:root:has(.veil)]:right-15 in-[:root:has(.veil)]:w-[min(22rem,calc(100vw-4.5rem))] lg:top-32 in-[:root:has(.veil)]:top-1 lg:in-[:root:has(.veil)]:top-1"
          >
            <Toasts dismissLabel={dismissLabel} />
          </Base.Viewport>
        </Base.Portal>
      </Base.Provider>
      {/* after the provider, which must be listening before the queued toasts are added */}
      <Listener />
    </>
  );
}

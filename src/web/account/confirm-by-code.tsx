import { useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { useOnline } from "#design/use-online.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CodeEntry } from "./code-entry.tsx";
import { useOwnChange } from "./use-own-change.ts";

interface ConfirmByCodeProps {
  orderId: number;
  /** token of the link behind which the order is; absent in the browser that placed it, and in an account */
  link?: string | undefined;
  /** after the right code, and when the order is not as displayed */
  onSettled?: () => void;
}

/** Confirms a cash order that is cancelled otherwise, by a code sent to its phone. */
export function ConfirmByCode({ orderId, link, onSettled }: ConfirmByCodeProps) {
  const t = useTexts();
  const online = useOnline();
  const [sent, setSent] = useState<string | null>(null);
  const { busy, failure, send } = useOwnChange(link);
  const body = { order_id: orderId, ...(link !== undefined && { token: link }) };
  const request = () => getApiClient().call("POST /wp-json/lianne-orders/v1/confirm/code", { body });
  const confirm = async (code: string): Promise<StoreResult<unknown>> => {
    const result = await getApiClient().call("POST /wp-json/lianne-orders/v1/confirm/by-code", {
      body: { ...body, code },
    });
    // loads the order again, unless only the code was wrong
    await send<unknown>(
      async () => result,
      () => {},
    );
    return result;
  };
  if (sent !== null)
    return (
      <CodeEntry
        sent={sent}
        submitText={t("cod_confirmation.button")}
        submit={confirm}
        resend={request}
        {...(onSettled && { onSettled })}
      />
    );
  return (
    <>
      {failure && <Alert className="text-left">{failure.message}</Alert>}
      <Button wide busy={busy} disabled={!online} onClick={() => void send(request, ({ message }) => setSent(message))}>
        {t("cod_confirmation.send_code")}
      </Button>
    </>
  );
}

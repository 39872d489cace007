import { HttpError } from "#shop/kernel/request/http-error.ts";

/** A line that cannot be ordered, with the reason as a message. */
export interface LineError {
  /** position in the request's list */
  index: number;
  product_id: number;
  variation_id: number | null;
  code: "not_found" | "option_required" | "out_of_stock" | "line_full";
  message: string;
  /** units in stock, for out_of_stock */
  available: number | null;
}

/** @throws HttpError 400 that lists each bad line in its message and in `data.details[parameter].data.lines` */
export function throwLineErrors(parameter: string, lines: readonly LineError[]): never {
  const message = lines.map((line) => line.message).join(" ");
  throw new HttpError(400, "rest_invalid_param", message, {
    extra: {
      params: { [parameter]: message },
      details: { [parameter]: { code: lines[0]?.code ?? "not_found", message, data: { lines } } },
    },
  });
}

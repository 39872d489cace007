import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AddressSuggestion, AddressUnit } from "#contract/address.ts";
import { shortProvince } from "#contract/address-label.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";

const pauseMs = 250;
const shortest = 2;

/** A province, district or ward that can be chosen in the field. */
export type AddressOption = Pick<AddressSuggestion, "scheme" | "level" | "code" | "label" | "also" | "line" | "exact">;

export interface AddressOptions {
  state: "none" | "loading" | "failed" | "known";
  rows: readonly AddressOption[];
}

// offline a request fails at once instead of waiting for a connection; with the next key press it is sent again
const atOnce = { networkMode: "always", retry: false } as const;
const nothing: AddressOptions = { state: "none", rows: [] };

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Units that a text may name, the best first. @param typed "": nothing to request */
export function useAddressSuggestions(typed: string): AddressOptions {
  const text = typed.trim();
  const isSettled = useSettled(text) === text;
  const wanted = text.length >= shortest;
  const { data, isError, isFetching } = useQuery({
    queryKey: ["address-search", text],
    queryFn: () => unwrap(getApiClient().addressSearch(text)),
    enabled: wanted && isSettled,
    ...atOnce,
  });
  if (!wanted) return nothing;
  if (data) return { state: "known", rows: data };
  return { state: isError && !isFetching ? "failed" : "loading", rows: [] };
}

/** A province or district whose units are offered next. */
export type OpenUnit = Pick<AddressOption, "scheme" | "level" | "code" | "label" | "line">;

/** The provinces of a scheme, or the units of one province or district. @param parent null: nothing to request */
export const useAddressUnits = (scheme: OpenUnit["scheme"], parent: string | undefined | null) =>
  useQuery({
    queryKey: ["address-units", scheme, parent],
    queryFn: () => unwrap(getApiClient().addressUnits({ scheme, ...(typeof parent === "string" && { parent }) })),
    enabled: parent !== null,
    staleTime: Number.POSITIVE_INFINITY,
    ...atOnce,
  });

/** The units of a province or district as options. */
export function useOptionsOf(open: OpenUnit | null): AddressOptions {
  const { data, isError, isFetching } = useAddressUnits(open?.scheme ?? "old3", open?.code ?? null);
  if (!open) return nothing;
  if (!data) return { state: isError && !isFetching ? "failed" : "loading", rows: [] };
  const isProvince = open.level === "province";
  const level = isProvince && open.scheme === "old3" ? "district" : "ward";
  const toOption = ({ code, name }: AddressUnit): AddressOption => ({
    ...{ scheme: open.scheme, level, code, also: "", line: open.line, exact: false },
    label: `${name}, ${isProvince ? shortProvince(open.label) : open.label}`,
  });
  return { state: "known", rows: data.map(toOption) };
}

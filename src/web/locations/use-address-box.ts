import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { hasSearchedWard, isChosen, type SelectedLocation, type SplitChoice } from "#contract/selected-location.ts";
import { getApiClient } from "#web/api/api-client.ts";
import type { PlaceFieldsProps } from "./place-fields-props.ts";
import { bridgedPlace, joined, respondedPlace, suggestedPlace, typedPlace } from "./searched-place.ts";
import { type AddressOption, type OpenUnit, useAddressSuggestions, useOptionsOf } from "./use-address-suggestions.ts";

export const addressOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The old names of a place of the three selects. */
const namesOf = ({ ward, district, province }: SelectedLocation): string => joined(ward, district, province);

interface OptionListState {
  shown: boolean;
  options: readonly AddressOption[];
  active: number;
  setActive: (next: (before: number) => number) => void;
  setOpen: (open: boolean) => void;
  choose: (option: AddressOption) => void;
}

/** The keys of the combobox pattern: arrows move, Enter chooses, Escape closes. */
function handleKey(event: KeyboardEvent<HTMLInputElement>, list: OptionListState): void {
  const { shown, options, active, setActive, setOpen, choose } = list;
  if (event.nativeEvent.isComposing) return;
  if (event.key === "Enter" && shown) {
    event.preventDefault(); // the form is not submitted by the Enter of a list
    const option = options[active] ?? options.find(({ exact }) => exact);
    if (option) choose(option);
  } else if (event.key === "Escape" && shown) {
    event.preventDefault();
    event.stopPropagation(); // of a dialog around the field
    setOpen(false);
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length > 0) {
    event.preventDefault();
    setOpen(true);
    const [step, count] = [event.key === "ArrowDown" ? 1 : -1, options.length];
    setActive((before) => (before + step + count + (before < 0 && step < 0 ? 1 : 0)) % count);
  }
}

/** Sets the place, first as it was chosen, then with its names in both schemes and the postcode. */
function usePlaceChoice({ place, onChange, street }: Pick<PlaceFieldsProps, "place" | "onChange" | "street">) {
  const [resolving, setResolving] = useState(false);
  /** of what was typed or chosen last: the response to an earlier request is ignored */
  const turn = useRef(0);
  const set = (next: SelectedLocation, postcode?: string): void => {
    turn.current++;
    setResolving(false);
    onChange(next, postcode);
  };
  /** @param shape undefined for a response of no use: the place stays as it was chosen */
  const resolve = async (
    request: Partial<AddressBridgeInput>,
    shape: (bridged: Parameters<typeof bridgedPlace>[0]) => SelectedLocation | undefined,
  ): Promise<void> => {
    const own = turn.current;
    setResolving(true);
    const result = await getApiClient().addressBridge(request);
    if (own !== turn.current) return;
    setResolving(false);
    const resolved = result.ok ? shape(result.data) : undefined;
    if (resolved && result.ok) onChange(resolved, result.data.postcode === "" ? undefined : result.data.postcode);
  };
  return {
    resolving,
    type: (text: string) => set(typedPlace(text)),
    /** a ward of the suggestions or of the new lists; its line goes into an empty street field */
    choose: ({ scheme, code, label, also, line }: AddressOption, typed: string) => {
      set(suggestedPlace({ scheme, code, label, also }, typed));
      if (line !== "" && street && (street.value.trim() === "" || street.value === typed)) street.fill(line);
      void resolve({ [scheme === "new2" ? "new" : "old"]: code, text: typed }, (bridged) =>
        bridgedPlace(bridged, typed, scheme === "new2" ? also : ""),
      );
    },
    /** a unit of the three selects; a ward is looked up by its names, to map it, or to show the question about a split one */
    select: (next: SelectedLocation, postcode?: string) => {
      const typed = place.searched?.typed ?? "";
      set({ ...next, searched: typedPlace(next.wardCode === "" ? typed : namesOf(next)).searched }, postcode);
      if (next.wardCode === "") return;
      void resolve({ text: namesOf(next) }, (bridged) =>
        bridged.old ? { ...next, searched: bridgedPlace(bridged, "").searched } : undefined,
      );
    },
    respond: (choice: SplitChoice | null) => set(respondedPlace(place, choice)),
  };
}
type AddressBridgeInput = Parameters<ReturnType<typeof getApiClient>["addressBridge"]>[0];

/** What can be chosen: suggestions for the text, or the units of a chosen province or district. */
function useFound(text: string, chosen: boolean) {
  const [used, setUsed] = useState(false);
  const [unit, setUnit] = useState<OpenUnit | null>(null);
  const suggestions = useAddressSuggestions(used && !chosen && !unit ? text : "");
  const units = useOptionsOf(unit);
  return { found: unit ? units : suggestions, unit, setUnit, use: () => setUsed(true) };
}

/** The list below the field: open or not, and its option that the arrow keys have reached; -1 for none. */
function useOptionList(listId: string) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    if (active >= 0) document.getElementById(addressOptionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);
  return { open, setOpen, active, setActive };
}

/** State of the address field. */
export function useAddressBox(props: Pick<PlaceFieldsProps, "place" | "onChange" | "street">) {
  const { place } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const [listsOpen, setListsOpen] = useState(false);
  const choice = usePlaceChoice(props);
  const { open, setOpen, active, setActive } = useOptionList(listId);
  const chosen = isChosen(place);
  const text = place.searched?.text || (chosen ? namesOf(place) : "");
  const { found, unit, setUnit, use } = useFound(text, chosen);
  const shown = open && !chosen && (found.state === "loading" || found.state === "known");
  const isEmpty = shown && found.state === "known" && found.rows.length === 0;

  const choose = (option: AddressOption): void => {
    const isWard = option.level === "ward";
    setActive(-1);
    setUnit(isWard ? null : option);
    setOpen(!isWard);
    if (isWard) choice.choose(option, text);
    else choice.type(option.label);
  };
  // a text that names one ward alone, in full, needs no tap once it is left
  const exact = focused ? undefined : found.rows.find((row) => row.exact && row.level === "ward");
  const chooseExact = useEffectEvent(choose);
  useEffect(() => {
    if (exact) chooseExact(exact);
  }, [exact]);
  const failed = found.state === "failed";
  useEffect(() => {
    if (failed) setListsOpen(true);
  }, [failed]);
  const type = (next: string): void => {
    setUnit(null);
    setActive(-1);
    choice.type(next);
  };
  return {
    ...{ area, text, chosen, failed, shown, found, unit, active, listsOpen, setListsOpen, listId, choose },
    ...{ resolving: choice.resolving, select: choice.select, hasWard: hasSearchedWard(place.searched) },
    clear: () => {
      type("");
      field.current?.focus();
    },
    respond: (response: SplitChoice | null) => {
      choice.respond(response);
      area.current?.focus(); // the pressed button disappears; the field itself would open the keyboard of a phone
    },
    /** an address that the street field has: its street is moved by this tap alone */
    take: (option: AddressOption, typed: string) => {
      choice.choose(option, typed);
      area.current?.focus();
    },
    input: {
      ref: field,
      "aria-expanded": shown,
      "aria-controls": listId,
      "aria-activedescendant": shown && active >= 0 ? addressOptionId(listId, active) : undefined,
      value: text,
      onChange: (event: { target: HTMLInputElement }) => {
        use();
        setOpen(true);
        type(event.target.value);
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) =>
        handleKey(event, { shown, options: found.rows, active, setActive, setOpen, choose }),
      onFocus: () => {
        use();
        setFocused(true);
        setOpen(true);
      },
      onBlur: () => {
        setFocused(false);
        // "nothing found" stays: what is below it would move away from under the tap that leaves the field
        if (!isEmpty) setOpen(false);
      },
    },
  };
}
export type AddressBox = ReturnType<typeof useAddressBox>;

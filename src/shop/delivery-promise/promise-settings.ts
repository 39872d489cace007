import { z } from "zod";
import type { Reader } from "#shop/kernel/db/database.ts";
import { cachedSettings, integerSetting, readSettings, type Setting } from "#shop/kernel/settings/settings.ts";
import type { PromiseRules, SlowPeriod, TransitDays } from "./compute-promise.ts";
import {
  type OffDays,
  dayOffTest,
  parseDayRange,
  parseDayRanges,
  parseList,
  parseWeekdays,
  shippedDaysOff,
} from "./days-off.ts";

/** A setting whose text is read by a parser; what it cannot read is invalid. */
interface ParsedSetting<Value> extends Setting<string> {
  parse: (text: string) => Value | null;
  /** the text until the merchant sets another */
  initial: string;
}

/** @param description without `unset` the initial text describes itself */
const parsedSetting = <Value>(
  parse: (text: string) => Value | null,
  initial: string,
  description: Pick<Setting, "name" | "unit" | "meaning" | "is"> & { unset?: string },
): ParsedSetting<Value> => ({
  unset: initial,
  ...description,
  parse,
  initial,
  schema: z
    .string()
    .max(4000)
    .refine((text) => parse(text) !== null),
  fromText: (text) => text.trim(),
});

/** `15:00` in minutes since midnight. */
function parseTime(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const maxTransitDays = 30;

/** `2-3`, days of transit. */
function parseTransit(text: string): TransitDays | null {
  const [, low, high] = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  const [min, max] = [Number(low), Number(high)];
  return min >= 1 && min <= max && max <= maxTransitDays ? { min, max } : null;
}

/** `2027-01-25..2027-02-04+1`; null if it is not of this form. */
function parseSlowPeriod(text: string): SlowPeriod | null {
  const [, days = "", extra] = /^(.+)\+(\d{1,2})$/.exec(text.trim()) ?? [];
  const range = parseDayRange(days);
  return range && { ...range, extraDays: Number(extra) };
}

const parseSlowPeriods = (text: string): SlowPeriod[] | null => parseList(text, parseSlowPeriod);

const dayList = "days as 2027-02-04 or 2027-02-04..2027-02-10, separated by commas";
const weekdayList = "weekdays as mon,tue,wed,thu,fri,sat,sun";
const shipped = "the calendar of 2026 and 2027, else public holidays";
const transitIs = `two numbers of days from 1 to ${maxTransitDays}, as 2-3`;
const inWorkingDays = "working days of the carrier";

const everyDayButSunday = "mon,tue,wed,thu,fri,sat";

/** What the delivery promise follows from. */
export const promiseSettings = {
  cutoff: parsedSetting(parseTime, "15:00", {
    ...{ name: "promise_cutoff", is: "a time as 15:00", unit: "Vietnam time" },
    meaning: "until when the shop handles an order on the same day",
  }),
  shopDays: parsedSetting(parseWeekdays, everyDayButSunday, {
    ...{ name: "shop_working_days", is: weekdayList, unit: "weekdays" },
    meaning: "weekdays on which the shop handles orders",
  }),
  shopDaysOff: parsedSetting(parseDayRanges, "", {
    ...{ name: "shop_days_off", is: dayList, unit: "days", unset: shipped },
    meaning: "days on which the shop handles no orders; they replace the default of their years",
  }),
  carrierDays: parsedSetting(parseWeekdays, everyDayButSunday, {
    ...{ name: "carrier_working_days", is: weekdayList, unit: "weekdays" },
    meaning: "weekdays on which the carrier delivers",
  }),
  carrierDaysOff: parsedSetting(parseDayRanges, "", {
    ...{ name: "carrier_days_off", is: dayList, unit: "days", unset: shipped },
    meaning: "days on which the carrier does not work; they replace the default of their years",
  }),
  slowPeriods: parsedSetting(parseSlowPeriods, "", {
    ...{ name: "carrier_surge", unit: "days", unset: "none" },
    is: "periods with their extra days as 2027-01-25..2027-02-04+1, separated by commas",
    meaning: "periods in which the carrier takes longer",
  }),
  inner: parsedSetting(parseTransit, "1-1", {
    ...{ name: "transit_inner", is: transitIs, unit: inWorkingDays },
    meaning: "transit to inner Ho Chi Minh City without a lead time of the carrier",
  }),
  elsewhere: parsedSetting(parseTransit, "2-3", {
    ...{ name: "transit_elsewhere", is: transitIs, unit: inWorkingDays },
    meaning: "transit to other places without a lead time of the carrier",
  }),
  islands: parsedSetting(parseTransit, "4-7", {
    ...{ name: "transit_islands", is: transitIs, unit: inWorkingDays },
    meaning: "transit to islands without a lead time of the carrier",
  }),
};

/** Days that every order takes before it is handed over. */
export const handlingDaysSetting = integerSetting(0, {
  name: "promise_handling_days",
  unit: "working days of the shop",
  unset: "0",
  meaning: "working days between an order and its handover to the carrier",
});

/** Zones of the shipping policy. */
export type DeliveryZone = "inner" | "elsewhere" | "islands";

/** The settings as the computation needs them. */
export interface PromiseConfig {
  rules: PromiseRules;
  handlingDays: number;
  policy: Readonly<Record<DeliveryZone, TransitDays>>;
  /** the days off that the merchant has entered, with those shipped for other years */
  daysOff: { shop: readonly OffDays[]; carrier: readonly OffDays[] };
}

type SettingTexts = ReadonlyMap<string, number | string>;

/** A setting's parsed value, or that of its initial text. */
function settingValue<Value>(texts: SettingTexts, { name, parse, initial }: ParsedSetting<Value>): Value {
  const value = parse(String(texts.get(name) ?? initial)) ?? parse(initial);
  if (value === null) throw new Error(`the initial text of ${name} is invalid`);
  return value;
}

function toConfig(texts: SettingTexts): PromiseConfig {
  const of = promiseSettings;
  const ownShop = settingValue(texts, of.shopDaysOff);
  const ownCarrier = settingValue(texts, of.carrierDaysOff);
  return {
    rules: {
      cutoff: settingValue(texts, of.cutoff),
      shop: { weekdays: settingValue(texts, of.shopDays), isDayOff: dayOffTest(ownShop, shippedDaysOff.shop) },
      carrier: {
        weekdays: settingValue(texts, of.carrierDays),
        isDayOff: dayOffTest(ownCarrier, shippedDaysOff.carrier),
      },
      slowPeriods: settingValue(texts, of.slowPeriods),
    },
    handlingDays: Number(texts.get(handlingDaysSetting.name) ?? 0),
    policy: {
      inner: settingValue(texts, of.inner),
      elsewhere: settingValue(texts, of.elsewhere),
      islands: settingValue(texts, of.islands),
    },
    daysOff: {
      shop: [...ownShop, ...shippedDaysOff.shop],
      carrier: [...ownCarrier, ...shippedDaysOff.carrier],
    },
  };
}

/** The configuration without any setting of the merchant. */
export const defaultPromiseConfig: PromiseConfig = toConfig(new Map());

/** Reads the configuration without a cache, for transactions. */
export async function loadPromiseConfig(reader: Reader): Promise<PromiseConfig> {
  const all: readonly Setting[] = [...Object.values(promiseSettings), handlingDaysSetting];
  return toConfig(await readSettings(reader, all));
}

/** The configuration, cached until a setting changes. */
export const promiseConfigOf = cachedSettings(loadPromiseConfig);

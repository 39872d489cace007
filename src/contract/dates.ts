const zone = "Asia/Ho_Chi_Minh";
let parts: Intl.DateTimeFormat | undefined;
/** Created on first use: construction is slow on a phone, and most pages show no date. */
const dateParts = (): Intl.DateTimeFormat => {
  parts ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return parts;
};

/** `DD/MM/YYYY HH:mm:ss` in Asia/Ho_Chi_Minh, the date format of the whole shop. */
export const formatDate = (date: Date | string): string => dateParts().format(new Date(date)).replace(",", "");

/** `DD/MM/YYYY` in Asia/Ho_Chi_Minh, for dates without a time. */
export const formatDay = (date: Date | string): string => formatDate(date).slice(0, 10);

/** `HH:mm` in Asia/Ho_Chi_Minh, for times of the current day. */
export const formatTime = (date: Date | string): string => formatDate(date).slice(11, 16);

/** `HH:mm DD/MM/YYYY`, for a time in a text. */
export const formatMoment = (date: Date | string): string => `${formatTime(date)} ${formatDay(date)}`;

/** A deadline as `HH:mm`, with its day unless that is today. */
export const formatDeadline = (until: Date | string, now: Date): string =>
  formatDay(until) === formatDay(now) ? formatTime(until) : formatMoment(until);

/** WooCommerce's date pair: local site time without a zone designator, and the same instant in UTC. */
export const wooDates = (date: Date): { local: string; gmt: string } => {
  const siteOffsetMs = 7 * 60 * 60 * 1000; // Vietnam has used UTC+7 without daylight saving time since 1975
  return {
    local: new Date(date.getTime() + siteOffsetMs).toISOString().slice(0, 19),
    gmt: date.toISOString().slice(0, 19),
  };
};

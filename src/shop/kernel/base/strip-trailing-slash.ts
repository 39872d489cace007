/** A base URL to which paths are appended. */
export const stripTrailingSlash = (url: string): string => url.replace(/\/+$/, "");

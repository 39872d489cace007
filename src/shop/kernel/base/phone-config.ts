import { z } from "zod";
import { stripTrailingSlash } from "./strip-trailing-slash.ts";

const text = z.string().trim().min(1).optional();

/** Environment variables of the services that send codes to phones. */
export const phoneEnvironment = {
  ZALO_APP_ID: text,
  ZALO_APP_SECRET: text,
  ZALO_REFRESH_TOKEN: text,
  ZALO_TEMPLATE_ID: text,
  ZALO_API_URL: z.url({ protocol: /^https?$/ }).default("https://business.openapi.zalo.me"),
  ZALO_OAUTH_URL: z.url({ protocol: /^https?$/ }).default("https://oauth.zaloapp.com"),
  ESMS_API_KEY: text,
  ESMS_SECRET_KEY: text,
  ESMS_BRANDNAME: text,
  ESMS_CONTENT: z
    .string()
    .regex(/^[\x20-\x7e]*\{code\}[\x20-\x7e]*$/, "must contain {code}, and no diacritics")
    .default("{code} la ma xac nhan cua ban tai Lianne, co hieu luc trong 5 phut."),
  ESMS_API_URL: z.url({ protocol: /^https?$/ }).default("https://rest.esms.vn"),
};
const PhoneEnvironment = z.object(phoneEnvironment);

export interface ZaloConfig {
  appId: string;
  appSecret: string;
  /** the first one; each is valid once and returns the next, which is stored */
  refreshToken: string;
  templateId: string;
  apiUrl: string;
  oauthUrl: string;
}

export interface SmsConfig {
  apiKey: string;
  secretKey: string;
  brandname: string;
  /** of a message, with `{code}` */
  content: string;
  apiUrl: string;
}

/** The services that send codes to phones, at least one of the two. */
export interface PhoneConfig {
  zalo: ZaloConfig | null;
  sms: SmsConfig | null;
}

/** Reads the settings of the services that send codes; one without all of its keys is not used. Null without either. */
export function readPhoneConfig(env: z.output<typeof PhoneEnvironment>): PhoneConfig | null {
  const { ZALO_APP_ID: appId, ZALO_APP_SECRET: appSecret, ZALO_REFRESH_TOKEN: refreshToken } = env;
  const { ZALO_TEMPLATE_ID: templateId, ESMS_API_KEY: apiKey, ESMS_SECRET_KEY: secretKey } = env;
  const { ESMS_BRANDNAME: brandname, ESMS_CONTENT: content } = env;
  const zalo: ZaloConfig | null =
    appId && appSecret && refreshToken && templateId
      ? {
          ...{ appId, appSecret, refreshToken, templateId },
          apiUrl: stripTrailingSlash(env.ZALO_API_URL),
          oauthUrl: stripTrailingSlash(env.ZALO_OAUTH_URL),
        }
      : null;
  const sms: SmsConfig | null =
    apiKey && secretKey && brandname
      ? { apiKey, secretKey, brandname, content, apiUrl: stripTrailingSlash(env.ESMS_API_URL) }
      : null;
  return zalo || sms ? { zalo, sms } : null;
}

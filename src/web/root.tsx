import chunks from "virtual:site-texts/chunks";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, use, useState } from "react";
import { Links, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/root.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { page, passHeaders } from "#web/api/page.ts";
import { queryClient } from "#web/api/query-client.ts";
import textFont from "#design/fonts/be-vietnam-pro-latin-400.woff2?url";
import mediumFont from "#design/fonts/be-vietnam-pro-latin-500.woff2?url";
import textMarks from "#design/fonts/be-vietnam-pro-vietnamese-400.woff2?url";
import mediumMarks from "#design/fonts/be-vietnam-pro-vietnamese-500.woff2?url";
import displayFont from "#design/fonts/cormorant-garamond-latin-500.woff2?url";
import displayMarks from "#design/fonts/cormorant-garamond-vietnamese-500.woff2?url";
import { ScriptNonce } from "#design/script-nonce.ts";
import { preserveLanguage } from "#web/i18n/preserve-language.ts";
import type { PageSettings } from "#contract/page-context.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { TextsProvider } from "#web/i18n/texts-provider.tsx";
import styles from "./style.css?url";
import { announcementScript } from "#web/layout/announcement.tsx";
import { ErrorPage } from "#web/layout/error-page.tsx";
import { LinkNavigation } from "#web/navigation/link-navigation.tsx";
import { NoScriptStyle } from "#web/i18n/no-script-notice.tsx";
import { SiteFrame } from "#web/layout/site-frame.tsx";

const latinFonts = [displayFont, textFont, mediumFont];
const fonts = { en: latinFonts, vi: [...latinFonts, displayMarks, textMarks, mediumMarks] };

export const clientMiddleware = [preserveLanguage];

export function loader({ context }: Route.LoaderArgs): PageSettings {
  const settings = page(context);
  const { lang, currency, currencies, paymentMethods, registrationLink } = settings;
  const { guestCheckout, orderLookup, addressSearch, replyTo, storefrontKey, publicUrl } = settings;
  return {
    ...{ lang, currency, currencies, paymentMethods, registrationLink, replyTo, storefrontKey, publicUrl },
    ...(guestCheckout && { guestCheckout }),
    ...(orderLookup && { orderLookup }),
    ...(addressSearch && { addressSearch }),
  };
}

export const headers = passHeaders;

/** Fixed for a page view, except that checkout refetches the rates on its page; changing a preference reloads the page. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href;

const fetchContent = (language: PageSettings["lang"]) => getApiClient().content(language);

export function Layout({ children }: { children: ReactNode }) {
  const { lang, storefrontKey } = useSettings();
  const texts = chunks[lang];
  return (
    <html lang={lang} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf8f4" />
        <meta name="storefront-key" content={storefrontKey} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${lang}`} />
        {/* Vietnamese characters are a separate font file: loaded late they would shift lines */}
        {fonts[lang].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; its hash is in the content security policy */}
        <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: announcementScript }} />
        {/* with a precedence React puts it before the scripts: a page is painted without them */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <Links />
        <NoScriptStyle />
        {texts && <link rel="modulepreload" href={texts} />}
      </head>
      <body>
        <TextsProvider fetchContent={fetchContent}>{children}</TextsProvider>
        <LinkNavigation />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <SiteFrame categories={[]}>
        <ErrorPage error={error} />
      </SiteFrame>
    </QueryClientProvider>
  );
}

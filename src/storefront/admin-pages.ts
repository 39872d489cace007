import { access, readFile } from "node:fs/promises";
import { join as path } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { backOfficePath, isScreen, sharedImagesPath } from "#contract/backoffice/screens.ts";
import { nonceOf } from "#shop/kernel/auth/staff-sessions.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { separateHost } from "#shop/kernel/request/back-office-host.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

const buildFolder = path(import.meta.dirname, "../../build/backoffice");

const isSecure = ({ backOfficeUrl }: Config): boolean => backOfficeUrl.startsWith("https:");

/**
 * Own files only, and the shop's pictures. Scripts cannot pass text to the places that would run it, except the worker's address by the
 * policy of that name.
 */
const contentSecurityPolicy = (config: Config): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `img-src 'self' blob:${separateHost(config) === null ? "" : ` ${config.publicUrl}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types lianne-worker",
    ...(isSecure(config) ? ["upgrade-insecure-requests"] : []),
  ].join("; ");

const pageHeaders = (config: Config): Record<string, string> => ({
  "content-security-policy": contentSecurityPolicy(config),
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
});

const manifest = {
  // photographs that are shared from the gallery of a phone: the service worker stores them
  share_target: {
    action: sharedImagesPath,
    method: "POST",
    enctype: "multipart/form-data",
    params: { files: [{ name: "images", accept: ["image/*"] }] },
  },
  name: "Lianne · Quản lý",
  short_name: "Lianne QL",
  lang: "vi",
  start_url: backOfficePath,
  scope: backOfficePath,
  display: "standalone",
  background_color: "#fbf8f4",
  theme_color: "#fbf8f4",
  icons: [192, 512].flatMap((size) => [
    { src: `/icons/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" },
    { src: `/icons/maskable-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: "maskable" },
  ]),
};

/** The service worker: a new build's is fetched at once, and it handles the first screen `/admin` too. */
const workerHeaders = {
  "content-type": "text/javascript; charset=utf-8",
  "cache-control": "no-cache",
  "service-worker-allowed": backOfficePath,
};

/** The page that all screens share, also as it is sent to a browser with a session. */
interface Shell {
  plain: string;
  signedIn: string;
}

/**
 * Reads the page. It contains no data; the mode decides whether it offers the demonstration's roles. With a session it names the files of
 * the first screen, which would otherwise load one after another; the sign-in has none of them.
 */
async function readShell({ config }: AppContext): Promise<Shell> {
  const file = path(buildFolder, "index.html");
  await access(file).catch(() => {
    throw new Error("The back office is not built yet: run `npm run build`.");
  });
  const page = (await readFile(file, "utf8")).replace(
    'name="shop-mode" content="live"',
    `name="shop-mode" content="${config.mode}"`,
  );
  const firstFiles = /<!--first-files (.*)-->/;
  return { plain: page.replace(firstFiles, ""), signedIn: page.replace(firstFiles, "$1") };
}

/** The root of the back office's own host, where the storefront does not exist, leads to its first screen. */
const redirectRoot = (pages: FastifyInstance, host: string): void => {
  pages.get("/", { constraints: { host } }, (_request, reply) => reply.redirect(backOfficePath));
};

/** Registers the pages of the back office: the shell for every path below `/admin`, with 404 for unknown ones, and its files. */
export async function hostAdminPages(app: FastifyInstance, shop: AppContext): Promise<void> {
  const shell = await readShell(shop);
  const headers = pageHeaders(shop.config);
  const host = separateHost(shop.config);
  await app.register(async (pages) => {
    pages.addHook("onSend", async (_request, reply) => void reply.header("x-robots-tag", "noindex"));
    await pages.register(fastifyStatic, {
      root: path(buildFolder, "assets"),
      prefix: `${backOfficePath}/assets/`,
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: 365 * dayMs,
    });
    if (host !== null) redirectRoot(pages, host);
    pages.get(`${backOfficePath}/manifest.webmanifest`, (_request, reply) =>
      reply.type("application/manifest+json").header("cache-control", "public, max-age=3600").send(manifest),
    );
    const worker = await readFile(path(buildFolder, "sw.js"));
    pages.get(`${backOfficePath}/sw.js`, (_request, reply) => reply.headers(workerHeaders).send(worker));
    for (const url of [backOfficePath, `${backOfficePath}/*`])
      pages.get(url, (request, reply) => {
        const [pathname = ""] = request.url.slice(backOfficePath.length).split("?");
        const known = isScreen(pathname === "" ? "/" : pathname);
        return reply
          .code(known ? 200 : 404)
          .headers(headers)
          .type("text/html; charset=utf-8")
          .send(nonceOf(request, shop.config) === null ? shell.plain : shell.signedIn);
      });
  });
}

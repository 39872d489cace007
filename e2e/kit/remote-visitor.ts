export interface RemoteResponse {
  status: number;
  text: string;
  /** parsed if it is JSON */
  body: unknown;
  location: string | null;
}

/** The key that every page of the shop contains. */
export async function readStorefrontKey(url: string): Promise<string> {
  const page = await (await fetch(`${url}/`)).text();
  const key = /<meta name="storefront-key" content="(ck_[0-9a-f]{40}:cs_[0-9a-f]{40})"/.exec(page)?.[1];
  if (!key) throw new Error("the page has no storefront key");
  return key;
}

/** An HTTP client for a shop in another process: it stores cookies, and does not follow redirects. */
export class RemoteVisitor {
  readonly #authorization: string;
  readonly #cookies = new Map<string, string>();

  constructor(storefrontKey: string) {
    this.#authorization = `Basic ${Buffer.from(storefrontKey).toString("base64")}`;
  }

  /** @param post sends a request. @throws if there is no session afterwards */
  async register(
    post: (path: string, body: unknown) => Promise<unknown>,
    account: { username: string; email: string; phone: string },
  ): Promise<void> {
    const password = "a ring of silver";
    const name = { first_name: "Ngọc", last_name: "Trần" };
    await post("/wp-json/custom-auth/v1/register", { ...account, ...name, password });
    await post("/wp-json/custom-auth/v1/login", { username: account.username, password, remember: true });
    if (this.#cookies.size === 0) throw new Error("the login returned no session");
  }

  /** @throws the error of a broken connection */
  async call(
    url: string,
    method: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RemoteResponse> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const own = { authorization: this.#authorization, cookie, "content-type": "application/json" };
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : {},
      location: response.headers.get("location"),
    };
  }
}

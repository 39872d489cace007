import type { APIResponse, Page } from "@playwright/test";
import type { Register } from "#contract/customer.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";

/** The customer at the page's browser; sends API requests for steps that a test is not about. */
export class Shopper {
  readonly person: Register = aPerson();
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Creates the account, without logging in. */
  async register(): Promise<Register> {
    await this.#post("/wp-json/custom-auth/v1/register", this.person);
    return this.person;
  }

  /** Logs in with the page's cookies; the page notices when it is loaded next. */
  async logIn({ username, password }: Pick<Register, "username" | "password"> = this.person): Promise<void> {
    await this.#post("/wp-json/custom-auth/v1/login", { username, password, remember: false });
  }

  async registerAndLogIn(): Promise<Register> {
    const person = await this.register();
    await this.logIn();
    return person;
  }

  async #post(path: string, data: object): Promise<APIResponse> {
    const response = await this.#page.request.post(path, { data });
    if (!response.ok()) throw new Error(`${path} responded with ${response.status()}: ${await response.text()}`);
    return response;
  }
}

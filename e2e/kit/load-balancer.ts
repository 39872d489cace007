import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

/** A server that requests are forwarded to. */
interface Upstream {
  url: string;
}

/** A load balancer: each request goes to the next shop in turn, and to another one if that refuses the connection. */
export class LoadBalancer {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: false });
  readonly #upstreams: readonly Upstream[];
  #next = 0;

  private constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams;
    this.#server = createServer((incoming, response) => void this.#pass(incoming, response));
  }

  static async before(upstreams: readonly Upstream[]): Promise<LoadBalancer> {
    const proxy = new LoadBalancer(upstreams);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const first = this.#next++;
    for (let tried = 0; tried < this.#upstreams.length; tried++) {
      const upstream = this.#upstreams[(first + tried) % this.#upstreams.length] as Upstream;
      const passed = await this.#forward(upstream, incoming, body).catch((error: NodeJS.ErrnoException) => error);
      if (!(passed instanceof Error)) {
        response.writeHead(passed.statusCode ?? 502, passed.headers);
        passed.on("error", () => response.destroy()).pipe(response);
        return;
      }
      // an interrupted request may have been carried out: it is retried elsewhere only after ECONNREFUSED
      if (passed.code !== "ECONNREFUSED") break;
    }
    response.writeHead(502).end();
  }

  #forward(upstream: Upstream, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const { method, headers } = incoming;
      request(new URL(incoming.url ?? "/", upstream.url), { method: method ?? "GET", headers, agent: this.#agent })
        .on("response", done)
        .on("error", fail)
        .end(body);
    });
  }
}

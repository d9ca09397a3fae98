import type { Page, WebSocketRoute } from '@playwright/test';
import { frame } from '#contract/rpc/channel.ts';
import type { ErrorData } from '#contract/errors.ts';

type Deed = (id: number, answer: (text: string) => void, pass: () => void) => void;

/** A proxy between a page in a browser and its core; it can change the answers of calls. */
export class Between {
  readonly #deeds = new Map<string, Deed>();
  #socket: WebSocketRoute | null = null;
  #isCut = false;

  /** Installs the proxy and reloads the page. */
  static async of(page: Page): Promise<Between> {
    const between = new Between();
    await page.routeWebSocket(/\/rpc$/, (socket) => between.#follow(socket));
    await page.reload();
    return between;
  }

  /** Answers a procedure with an error from now on, without running it. */
  refuse(name: string, error: ErrorData): void {
    this.#deeds.set(name, (id, answer) => answer(JSON.stringify({ type: 'fault', id, error })));
  }

  /** Answers a procedure with a value from now on, without running it. */
  answer(name: string, value: unknown): void {
    this.#deeds.set(name, (id, answer) => answer(JSON.stringify({ type: 'result', id, value })));
  }

  /** Holds back the calls of a procedure; returns a function that releases them. */
  hold(name: string): () => void {
    const held: (() => void)[] = [];
    this.#deeds.set(name, (_id, _answer, pass) => held.push(pass));
    return () => {
      this.letGo(name);
      for (const pass of held) pass();
    };
  }

  /** Passes a procedure to the core again. */
  letGo(name: string): void {
    this.#deeds.delete(name);
  }

  /** Cuts the connection and refuses all later ones. */
  async cut(): Promise<void> {
    this.#isCut = true;
    await this.#socket?.close();
  }

  #follow(socket: WebSocketRoute): void {
    if (this.#isCut) return void socket.close();
    this.#socket = socket;
    const core = socket.connectToServer();
    socket.onMessage((message) => {
      const sent = frame.safeParse(JSON.parse(String(message)));
      const pass = () => core.send(message);
      const call = sent.success && sent.data.type === 'call' ? sent.data : null;
      const deed = call === null ? undefined : this.#deeds.get(call.name);
      if (call === null || deed === undefined) pass();
      else deed(call.id, (text) => socket.send(text), pass);
    });
  }
}

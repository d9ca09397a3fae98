import type { Page, WebSocketRoute } from '@playwright/test';
import { frame } from '#contract/rpc/channel.ts';
import type { ErrorData } from '#contract/errors.ts';

type Deed = (id: number, answer: (text: string) => void, pass: () => void) => void;

/** Stands on the way between a page in a browser and its core: what it says of a call is what the page hears. */
export class Between {
  readonly #deeds = new Map<string, Deed>();
  #socket: WebSocketRoute | null = null;
  #isCut = false;

  /** Takes its place; the page is loaded anew for it. */
  static async of(page: Page): Promise<Between> {
    const between = new Between();
    await page.routeWebSocket(/\/rpc$/, (socket) => between.#follow(socket));
    await page.reload();
    return between;
  }

  /** From now on a procedure ends with an error, without being carried out. */
  refuse(name: string, error: ErrorData): void {
    this.#deeds.set(name, (id, answer) => answer(JSON.stringify({ type: 'fault', id, error })));
  }

  /** From now on a procedure is answered here. */
  answer(name: string, value: unknown): void {
    this.#deeds.set(name, (id, answer) => answer(JSON.stringify({ type: 'result', id, value })));
  }

  /** Keeps the calls of a procedure from the core until they are let go. */
  hold(name: string): () => void {
    const held: (() => void)[] = [];
    this.#deeds.set(name, (_id, _answer, pass) => held.push(pass));
    return () => {
      this.letGo(name);
      for (const pass of held) pass();
    };
  }

  /** The procedure is the core's again. */
  letGo(name: string): void {
    this.#deeds.delete(name);
  }

  /** The way is cut, and none is let through from now on. */
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

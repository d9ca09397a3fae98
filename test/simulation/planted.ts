import type { Platform } from '#core/platform/platform.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Plant } from './desk.ts';
import type { Exchange, Http, HttpRequest } from '#core/platform/network.ts';

/** Ten weaknesses, each a classic of its kind; a harness that does not find one proves nothing. */
export const PLANTED: Readonly<Record<string, Plant>> = {
  'no intent on disk before a send': onWorkspace((ws) => {
    replace(ws.activity, 'startAttempt', () => 0);
  }),
  'a lost creation is looked up at once': onWorkspace((ws) => {
    const all = ws.settings.all.bind(ws.settings);
    replace(ws.settings, 'all', () => ({ ...all(), inFlightWindowSeconds: 0 }));
  }),
  'a 5xx is taken for not applied': onAnswers((request, exchange) => {
    const failed = exchange.answered && exchange.answer.status >= 500 && request.method !== 'GET';
    return failed ? { answered: false, failure: 'offline', message: 'planted' } : exchange;
  }),
  'a change is sent without a fresh read': onAnswers((request, exchange, seen) => {
    if (request.method !== 'GET' || !/\/[0-9a-f]{24}$/.test(request.path)) return exchange;
    const first = seen.get(request.path) ?? exchange;
    seen.set(request.path, first);
    return first;
  }),
  'a short page is taken for the end of a list': onAnswers((request, exchange) => {
    const limit = Number(/[?&]limit=(\d+)/.exec(request.path)?.[1] ?? 0);
    return limit > 1 && exchange.answered ? withTotalOfPage(request, exchange, limit) : exchange;
  }),
  'what a pull did not see is taken for removed': { onOpen: (writer) => hideUnseen(writer) },
  'a change is folded into one that was already sent': onWorkspace((ws) => {
    const openOf = ws.operations.openOf.bind(ws.operations);
    replace(ws.operations, 'openOf', (eid: string) =>
      openOf(eid).map((each) =>
        each.state === 'unknown' || each.state === 'sending'
          ? { ...each, state: 'waiting' as const, attempts: 0 }
          : each,
      ),
    );
  }),
  'a pull overwrites what waits here': {
    onOpen: ({ ws, handlers }) => {
      let pulling = 0;
      const { 'sync.pull': pull } = handlers;
      replace(handlers, 'sync.pull', async (input: { kinds?: Kind[] | undefined }) => {
        pulling += 1;
        try {
          return await pull(input);
        } finally {
          pulling -= 1;
        }
      });
      const put = ws.rows.put.bind(ws.rows);
      replace(ws.rows, 'put', (kind: Kind, row: Parameters<typeof put>[1]) =>
        put(kind, pulling > 0 ? { ...row, pending: null, merged: null } : row),
      );
    },
  },
  'the outbox is not synced at a commit': onWorkspace((ws) => {
    ws.work.pragma('synchronous = normal');
  }),
  'what an operation needs is not waited for': onWorkspace((ws) => {
    const insert = ws.operations.insert.bind(ws.operations);
    replace(ws.operations, 'insert', (operation: Parameters<typeof insert>[0], now: number) =>
      insert({ ...operation, needs: [] }, now),
    );
  }),
};

// The parts of the core are sealed for everyone but a test that breaks them on purpose.
function replace<T extends object, K extends keyof T>(of: T, name: K, by: T[K]): void {
  Object.defineProperty(of, name, { value: by, configurable: true });
}

function onWorkspace(weaken: (ws: Workspace) => void): Plant {
  return { onOpen: ({ ws }) => weaken(ws) };
}

type Change = (request: HttpRequest, exchange: Exchange, seen: Map<string, Exchange>) => Exchange;

function onAnswers(change: Change): Plant {
  const seen = new Map<string, Exchange>();
  return {
    platform: (platform) =>
      withHttp(platform, (http) => ({
        ...http,
        send: async (request) => change(request, await http.send(request), seen),
      })),
  };
}

function withHttp(platform: Platform, wrap: (http: Http) => Http): Platform {
  const { network } = platform;
  return { ...platform, network: (url, token, options) => wrap(network(url, token, options)) };
}

function withTotalOfPage(
  request: HttpRequest,
  exchange: Exchange & { readonly answered: true },
  limit: number,
): Exchange {
  const offset = Number(/[?&]offset=(\d+)/.exec(request.path)?.[1] ?? 0);
  for (const kind of KINDS) {
    const { listKey, totalKey } = resourceOf(kind);
    try {
      const body: Record<string, unknown> = JSON.parse(exchange.answer.body.toString());
      const list = body[listKey];
      if (!Array.isArray(list) || list.length >= limit) continue;
      const text = JSON.stringify({ ...body, [totalKey]: offset + list.length });
      return { answered: true, answer: { ...exchange.answer, body: Buffer.from(text) } };
    } catch {
      return exchange;
    }
  }
  return exchange;
}

/** Every record that the mirror holds and the last pull did not touch is hidden. */
function hideUnseen({ ws, handlers }: Parameters<NonNullable<Plant['onOpen']>>[0]): void {
  const { 'sync.pull': pull } = handlers;
  const seen = new Set<string>();
  const apply = ws.records.apply.bind(ws.records);
  replace(ws.records, 'apply', (kind: Kind, records, run, now) => {
    for (const { id } of records) seen.add(id);
    return apply(kind, records, run, now);
  });
  replace(handlers, 'sync.pull', async (input: { kinds?: Kind[] | undefined }) => {
    seen.clear();
    try {
      return await pull(input);
    } finally {
      if (seen.size > 0)
        for (const kind of KINDS)
          for (const id of ws.records.ids(kind))
            if (!seen.has(id)) ws.records.markMissing(kind, id, ws.platform.clock.now());
    }
  });
}

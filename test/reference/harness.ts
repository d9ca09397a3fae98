import { afterEach } from 'vitest';
import type { JsonObject, JsonValue } from '#reference/json.ts';
import type { Reference, ReferenceOptions, SeedData } from '#reference/server.ts';
import { startReference } from '#reference/server.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Returns the JSON of the body; throws when there is none. */
  json(): JsonValue;
}

export interface Session {
  readonly reference: Reference;
  readonly token: string;
  call(method: string, path: string, body?: JsonValue): Promise<Answer>;
  get(path: string): Promise<Answer>;
  upload(kind: string, files: Readonly<Record<string, string>>, field?: string): Promise<Answer>;
}

const running = new Set<Reference>();

afterEach(async () => {
  for (const reference of running) await reference.close();
  running.clear();
});

/** Starts a service that ends with the test. */
export async function start(options: ReferenceOptions = {}): Promise<Reference> {
  const reference = await startReference(options);
  running.add(reference);
  return reference;
}

/** Starts a service and signs in. */
export async function signIn(options: ReferenceOptions = {}): Promise<Session> {
  const reference = await start(options);
  return sessionOf(reference, await login(reference));
}

export async function login(reference: Reference): Promise<string> {
  const body = { email: 'admin@example.com', password: 'demo' };
  const answer = await send(reference.url, 'POST', '/admin/login', {}, JSON.stringify(body));
  return String(field(answer.json(), 'accessToken'));
}

export function sessionOf(reference: Reference, token: string): Session {
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: string, path: string, body?: JsonValue): Promise<Answer> =>
    send(reference.url, method, path, headers, body === undefined ? null : JSON.stringify(body));
  return {
    reference,
    token,
    call,
    get: (path) => call('GET', path),
    upload: (kind, files, name = 'image') => {
      const form = new FormData();
      for (const [file, bytes] of Object.entries(files)) form.append(name, new Blob([bytes]), file);
      return send(reference.url, 'POST', `/adminapi/${kind}/upload_image`, headers, form);
    },
  };
}

export async function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | FormData | null,
): Promise<Answer> {
  const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(url + path, {
    method,
    body,
    headers: { ...json, ...headers },
    redirect: 'manual',
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    json: () => {
      const value: JsonValue = JSON.parse(text);
      return value;
    },
  };
}

/** Returns the value at a path of keys; undefined when the path ends early. */
export function field(
  value: JsonValue | undefined,
  ...keys: (string | number)[]
): JsonValue | undefined {
  let at = value;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Array.isArray(at) ? at[Number(key)] : at[key];
  }
  return at;
}

/** Returns one field, such as the id or the name, of a list's records. */
export function column(value: JsonValue | undefined, key: string): (JsonValue | undefined)[] {
  return Array.isArray(value) ? value.map((record) => field(record, key)) : [];
}

export function seedOf(part: Partial<SeedData>): SeedData {
  return { fittings: [], materials: [], products: [], edgeBands: [], ...part };
}

/** Returns `count` records named after their position. */
export function numbered(
  count: number,
  make: (n: number) => JsonObject = () => ({}),
): JsonObject[] {
  return Array.from({ length: count }, (_, n) => ({ _id: `id${n}`, name: `n${n}`, ...make(n) }));
}

export const PRODUCT: JsonObject = {
  status: '1',
  name: 'Wardrobe',
  modelPath: 'uploads/products/wardrobe.obj',
  date: '2026-11-20',
  materialy: {},
  main: {},
};

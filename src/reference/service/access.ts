import type { Context } from 'hono';
import { isObject } from '../json.ts';
import { json } from './answers.ts';
import { Refusal } from './refusal.ts';
import type { Env, Service } from './service.ts';

/** Admits a request only with a valid token (doc §5.4); each call counts as one use. */
export function requireToken(service: Service, c: Context<Env>): void {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const { tokenLifetimeRequests } = service.variant;
  if (token === undefined || !service.state.useToken(token, tokenLifetimeRequests))
    throw new Refusal(401, 'Unauthorized');
}

/** Answers a login (doc §4.1). */
export function login(service: Service, c: Context<Env>): Response {
  const { body } = c.env.received;
  const { email, password } = service.account;
  if (!isObject(body) || body['email'] !== email || body['password'] !== password)
    return loginFailure(service);
  const accessToken = service.unique();
  service.state.addToken(accessToken);
  return json(200, { accessToken });
}

function loginFailure({ variant }: Service): Response {
  const message = 'Invalid email or password';
  if (variant.loginFailure === '200message') return json(200, { message });
  throw new Refusal(Number(variant.loginFailure), message);
}

import { errorAnswer } from '../service/answers.ts';
import type { Received, Service } from '../service/service.ts';
import type { Exchange } from './exchange.ts';
import type { Failure } from './faults.ts';
import { garbageText } from './garbage.ts';
import type { Deciding } from './plan.ts';

const HTML = '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Sign in</body></html>';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Applies a failure to a request. */
export async function fail(
  failure: Deciding,
  exchange: Exchange,
  received: Received,
  service: Service,
): Promise<void> {
  switch (failure.kind) {
    case 'resetBefore':
      return exchange.reset();
    case 'lostAnswer':
      await discard(await exchange.apply(received));
      return exchange.reset();
    case 'ghost':
      exchange.reset();
      if (await exchange.pause(failure.delayMs)) await discard(await exchange.apply(received));
      return;
    case 'duplicate':
      return duplicate(exchange, received, service);
    case 'status':
      return exchange.send(statusAnswer(service, failure));
    case 'appliedStatus':
      await discard(await exchange.apply(received));
      return exchange.send(statusAnswer(service, failure));
    case 'html':
      return exchange.send(new Response(HTML, { headers: { 'content-type': 'text/html' } }));
    case 'truncated':
      return exchange.sendHalf(await exchange.apply(received));
    case 'truncatedJson':
      return exchange.send(await halved(await exchange.apply(received)));
    case 'redirect':
      return exchange.send(redirectAnswer(failure.status, failure.location));
    case 'timeout':
      if (failure.applied) await discard(await exchange.apply(received));
      return;
    case 'unauthorized':
      return exchange.send(errorAnswer(service.variant, 401, 'Unauthorized'));
    case 'tooMany':
      return exchange.send(tooMany(service, failure.retryAfter));
    case 'garbage':
      if (failure.applied === true) await discard(await exchange.apply(received));
      return exchange.send(
        new Response(failure.body ?? garbageText(failure.shape ?? 'wrong'), { headers: JSON_TYPE }),
      );
  }
}

async function duplicate(exchange: Exchange, received: Received, service: Service): Promise<void> {
  const files = await Promise.all(received.files.map((file) => service.depot.copy(file)));
  const answer = await exchange.apply(received);
  await discard(await exchange.apply({ ...received, files }));
  await Promise.all(files.map((file) => service.depot.discard(file)));
  return exchange.send(answer);
}

type StatusFailure = Extract<Failure, { readonly kind: 'status' | 'appliedStatus' }>;

function statusAnswer(service: Service, failure: StatusFailure): Response {
  const message = failure.message ?? 'Internal Server Error';
  const answer = errorAnswer(service.variant, failure.status, message);
  for (const [name, value] of Object.entries(failure.headers ?? {}))
    answer.headers.set(name, value);
  return answer;
}

function tooMany(service: Service, retryAfter: string | number | undefined): Response {
  const answer = errorAnswer(service.variant, 429, 'Too Many Requests');
  if (retryAfter !== undefined) answer.headers.set('retry-after', String(retryAfter));
  return answer;
}

function redirectAnswer(status: number, location: string): Response {
  return new Response(null, { status, headers: { location } });
}

async function halved(answer: Response): Promise<Response> {
  const { status } = answer;
  const text = await answer.text();
  if (status === 204) return new Response(null, { status });
  return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers: JSON_TYPE });
}

async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel();
}

import { expect, it } from 'vitest';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { createServiceApi } from '#core/service/resourceApi.ts';
import { atEnd, memory, say, serve } from './support.ts';

const KNOWN = { _id: '65f00000000000000000000a', kod: 'F-1', name: 'Zawias' };
const [FIRST, LATER] = ['65f000000000000000000001', '65f000000000000000000002'] as const;

it('what once said rightly that a record is gone is asked again later whether it shows what is there', async () => {
  let broken = false;
  const { url, seen } = await serve((request, response) => {
    if (/fittings\?/.test(request.url ?? ''))
      say(response, 200, { fittings: [KNOWN], totalFittings: 1 });
    else if (!broken && request.url?.endsWith(KNOWN._id) === true) say(response, 200, KNOWN);
    else say(response, 404, { message: 'Fitting not found' });
  });
  let now = 0;
  const clock = { ...systemSeams.clock, monotonicMs: () => now };
  const seams = { ...systemSeams, clock };
  const api = createServiceApi({ url, token: () => 'token' }, memory(), seams);
  atEnd(() => api.close());
  expect(await api.get('fittings', FIRST)).toEqual({ found: 'absent' });
  const requests = seen.length;
  expect(await api.get('fittings', LATER)).toEqual({ found: 'absent' });
  expect(seen.length - requests).toBe(1);
  broken = true;
  now += 60_000;
  expect(await api.get('fittings', LATER)).toMatchObject({ found: 'unclear' });
  expect(await api.get('fittings', KNOWN._id)).toMatchObject({ found: 'unclear' });
});

it('what was just said of a list, or of what is there, is no proof that something is gone', async () => {
  // Which of the coming requests reach a part of the service that is up; the others one that is away.
  let isUp = (_request: number) => true;
  const { url, seen } = await serve((request, response) => {
    if (!isUp(seen.length)) say(response, 200, { message: 'We will be back soon.' });
    else if (/fittings\?/.test(request.url ?? ''))
      say(response, 200, { fittings: [KNOWN], totalFittings: 1 });
    else if (request.url?.endsWith(KNOWN._id) === true) say(response, 200, KNOWN);
    else say(response, 404, { message: 'Fitting not found' });
  });
  let now = 0;
  const seams = { ...systemSeams, clock: { ...systemSeams.clock, monotonicMs: () => now } };
  const api = createServiceApi({ url, token: () => 'token' }, memory(), seams);
  atEnd(() => api.close());
  await api.get('fittings', KNOWN._id);
  const ask = (...up: readonly number[]) => {
    const before = seen.length;
    isUp = (request) => up.includes(request - before);
    return api.get('fittings', FIRST);
  };
  const [ITSELF, STRANGER, LIST, RECORD, AGAIN] = [1, 2, 3, 4, 5];
  expect(await ask()).toMatchObject({ found: 'unclear' });
  now += 59_000;
  expect(await ask(LIST, RECORD)).toMatchObject({ found: 'unclear' });
  now += 60_000;
  expect(await ask(LIST)).toMatchObject({ found: 'unclear' });
  now += 59_000;
  expect(await ask(LIST, RECORD)).toMatchObject({ found: 'unclear' });
  expect(await ask(ITSELF, STRANGER, LIST, RECORD, AGAIN)).toEqual({ found: 'absent' });
});

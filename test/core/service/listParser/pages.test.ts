import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { LIMITS } from '#core/service/http.ts';
import { createServiceApi } from '#core/service/resourceApi.ts';
import type { ListPage } from '#core/service/types.ts';
import { findPages } from '#core/app/workerPaths.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { packPage, unpackPage } from '#core/service/listParser/packedPage.ts';
import type { ListParser } from '#core/platform/listParser.ts';
import { PagesThread } from '#core/service/listParser/listParserThread.ts';
import { answers, NOT_PLAIN } from '../answers.ts';
import { atEnd, memory } from '../support.ts';
import { packedPage } from '#core/platform/listParser.ts';

/** Returns the list page that the API reads from this answer with the given list parser. */
function readWith(pages: ListParser | undefined, body: Buffer, status = 200): Promise<ListPage> {
  const answer = { status, location: null, retryAfter: null, body };
  const network = () => ({
    send: () => Promise.resolve({ answered: true, answer } as const),
    close: () => {},
  });
  const seams = { ...systemSeams, network, pages };
  const api = createServiceApi({ url: 'http://service', token: () => 'token' }, memory(), seams);
  return api.list('fittings', { limit: 100, offset: 0 });
}

/** Everything that a page says, asked for. */
function told({ items, pieces, ...page }: ListPage) {
  const records = items.map(({ id, text, digest, row }) => ({
    id,
    text,
    row,
    digest: [...digest],
  }));
  return { ...page, records, pieces: pieces && { ...pieces, marks: [...pieces.marks] } };
}

/** A list parser without a thread; it clones and validates pages as the thread's channel does. */
const cloning: ListParser = {
  take: (kind, body) => {
    const page = packPage(Buffer.from(body), resourceOf(kind));
    return Promise.resolve(page === null ? null : packedPage.parse(structuredClone(page)));
  },
  rest: () => {},
};

/** An answer that is large enough to be sent over. */
const padded = (text: string) => Buffer.from(text + ' '.repeat(300_000));

async function started(url: URL, log: string[] = []): Promise<PagesThread> {
  const pages = new PagesThread(url, (_level, sentence) => log.push(sentence));
  atEnd(() => pages.rest());
  await pages.start();
  return pages;
}

describe('a page taken apart elsewhere', () => {
  it('says what it says where it is read at once', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (text) => {
        const body = Buffer.from(text);
        const [here, there] = await Promise.allSettled([
          readWith(undefined, body),
          readWith(cloning, body),
        ]);
        if (here.status === 'fulfilled' && there.status === 'fulfilled')
          expect(told(there.value)).toEqual(told(here.value));
        else expect(there).toEqual(here);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(NOT_PLAIN)('has the same words for %s', async (_name, text) => {
    const pages = await started(findPages());
    const [here, there] = await Promise.allSettled([
      readWith(undefined, padded(text)),
      readWith(pages, padded(text)),
    ]);
    if (here.status === 'fulfilled' && there.status === 'fulfilled')
      expect(told(there.value)).toEqual(told(here.value));
    else expect(there).toEqual(here);
  });
});

describe('PagesThread', () => {
  const records = Array.from({ length: 400 }, (_, index) => ({
    _id: `f${index}`,
    kod: `KOD-${index}`,
    name: index % 7 === 0 ? 'Zażółć gęślą jaźń' : 'Zawias',
    price: `${index}.50`,
    stock: index,
    description: 'x'.repeat(800),
  }));
  const list = Buffer.from(
    JSON.stringify({ fittings: [...records, { odd: 1 }], totalFittings: 401 }),
  );

  it('takes a large answer, and leaves its bytes to whoever has them', async () => {
    const pages = await started(findPages());
    const before = Buffer.from(list);
    const packed = await pages.take('fittings', list);
    expect(list.equals(before)).toBe(true);
    if (packed === null) throw new Error('not taken');
    const { odd, ...page } = told(unpackPage(packed, list));
    expect({ ...page, odd }).toEqual(told(await readWith(undefined, list)));
  });

  it('leaves a small answer, one that came too early and one that is too large', async () => {
    const pages = new PagesThread(findPages(), () => {});
    atEnd(() => pages.rest());
    expect(await pages.take('fittings', Buffer.from('{"fittings":[]}'))).toBeNull();
    expect(await pages.take('fittings', list)).toBeNull();
    await pages.start();
    expect(await pages.take('fittings', list)).not.toBeNull();
    const asked: number[] = [];
    const counting = {
      ...cloning,
      take: async (_: string, body: Buffer) => (asked.push(body.length), null),
    };
    const huge = Buffer.alloc(LIMITS.list + 1, ' ');
    await expect(readWith(counting, huge)).rejects.toMatchObject({ code: 'service' });
    await expect(readWith(counting, list, 500)).rejects.toMatchObject({ code: 'service' });
    expect(asked).toEqual([]);
  });

  it('loses nothing when it is lost, says so once and comes back with the next pull', async () => {
    const log: string[] = [];
    const pages = await started(new URL('../../../support/dyingPages.ts', import.meta.url), log);
    const here = told(await readWith(undefined, list));
    expect(told(await readWith(pages, list))).toEqual(here);
    expect(told(await readWith(pages, list))).toEqual(here);
    expect(log).toHaveLength(1);
    pages.rest();
    expect(await pages.start()).toBe(true);
  });

  it('takes nothing that is no page', async () => {
    const log: string[] = [];
    const pages = await started(new URL('../../../support/lyingPages.ts', import.meta.url), log);
    expect(told(await readWith(pages, list))).toEqual(told(await readWith(undefined, list)));
    expect(log).toHaveLength(1);
  });

  it('gives back what it was asked when it is sent to rest', async () => {
    const pages = await started(findPages());
    const asked = pages.take('fittings', list);
    pages.rest();
    expect(await asked).toBeNull();
  });

  it('is no reason to fail where it cannot be started', async () => {
    const log: string[] = [];
    const pages = new PagesThread(new URL('./missing.ts', import.meta.url), (_, text) =>
      log.push(text),
    );
    expect(await pages.start()).toBe(false);
    expect(told(await readWith(pages, list))).toEqual(told(await readWith(undefined, list)));
    expect(log).toHaveLength(1);
  });
});

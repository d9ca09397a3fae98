import { expect, it } from 'vitest';
import { PagesThread } from '#core/service/listParser/listParserThread.ts';

it('where no thread can be begun, pages are read where they arrived, and it is tried again with the next pull', async () => {
  const log: string[] = [];
  // Refused at once, as a thread is where the computer has none left to give.
  const url = new URL('nowhere:pages');
  const pages = new PagesThread(url, (_level, sentence) => log.push(sentence));
  const body = Buffer.alloc(300_000, ' ');
  const taken = () => pages.take('fittings', body);
  expect(await taken()).toBeNull();
  expect(await taken()).toBeNull();
  expect(log).toHaveLength(1);
  expect(await pages.start()).toBe(false);
  pages.rest();
  expect(await taken()).toBeNull();
  expect(log).toHaveLength(2);
});

import { expect, it } from 'vitest';
import { apiAt, say, serve } from './support.ts';

it.each(['totalPages', 'count'])('%s is not taken for the number of records', async (name) => {
  const fittings = Array.from({ length: 30 }, (_, index) => ({
    _id: String(index).padStart(24, '0'),
    kod: `K-${index}`,
  }));
  const { url } = await serve((request, response) => {
    const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset') ?? 0);
    say(response, 200, { fittings: fittings.slice(offset, offset + 10), [name]: 10 });
  });
  const found = await apiAt(url).scan('fittings', ({ kod }) => kod === 'K-25');
  expect(found.matches).toHaveLength(1);
});

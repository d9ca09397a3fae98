import { expect, it } from 'vitest';
import { apiAt, say, serve } from './support.ts';

it('a list is not whole where only what one page holds is counted', async () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ _id: String(index).padStart(24, '0') }));
  const { url } = await serve((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x').searchParams;
    const offset = Number(asked.get('offset') ?? 0);
    const fittings = all.slice(offset, offset + Number(asked.get('limit') ?? 10));
    say(response, 200, { fittings, count: fittings.length });
  });
  const page = await apiAt(url).list('fittings', { limit: 10, offset: 0 });
  expect(page).toMatchObject({ total: null });
});

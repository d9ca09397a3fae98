import { expect, it } from 'vitest';
import { apiAt, say, serve, staged } from './support.ts';

const MINE = '0199a3c2-1111-7abc-8def-0123456789ab-aaaaaaaaaaaa.obj';
const OTHER = '0199a3c2-2222-7abc-8def-0123456789ab-bbbbbbbbbbbb.obj';

const BYTES = 'hello';

async function answeredFor(originalname: string, size = BYTES.length + 1) {
  const file = { originalname, size, path: 'uploads/products/x.obj' };
  const { url } = await serve((request, response) => {
    request.resume().on('end', () => say(response, 200, { message: 'Done', file }));
  });
  return apiAt(url).upload('products', staged(MINE, BYTES));
}

it('an answer that names another file that Cabinet sends is no answer to this one', async () => {
  expect(await answeredFor(OTHER)).toMatchObject({ outcome: 'unknown' });
});

it.each([MINE, MINE.toUpperCase(), 'x.obj', ''])(
  'one that calls it %j, as a service may, is',
  async (name) => {
    expect(await answeredFor(name)).toMatchObject({ path: 'uploads/products/x.obj' });
  },
);

it('one that names what the service was given of the same bytes before is', async () => {
  expect(await answeredFor(OTHER, BYTES.length)).toMatchObject({ outcome: 'applied' });
});

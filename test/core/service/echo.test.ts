import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from '#contract/zod.ts';
import { LIMITS } from '#core/service/http.ts';
import { openCore } from '#core/app/core.ts';
import { filesWithSecrets, secretsIn } from '../../support/canary.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { say, serve } from './support.ts';

const TOKEN = 'canary/token+1f6e0c42';
const PASSWORD = 'canary-password';
const credentials = z.object({ password: z.string() });

describe('T3: a service that repeats what it was told', () => {
  it('gets neither password nor token onto the screen, into the log or onto the disk', async () => {
    const { url } = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        if (request.url === '/admin/login') {
          const { password } = credentials.parse(JSON.parse(body));
          // A long message is cut for the screen.
          if (password.endsWith('?'))
            say(response, 401, { message: `${'x'.repeat(490)} ${password}` });
          else if (password.endsWith('!')) say(response, 401, { message: `Not ${password}, no.` });
          else say(response, 200, { accessToken: TOKEN });
        } else if (request.method === 'GET' && request.url?.includes('?') === true)
          say(response, 200, { materials: [], totalMaterials: 0 });
        else if (request.method === 'GET') say(response, 404, { message: 'None' });
        else if (body.includes('"Ash"'))
          response.writeHead(302, { location: `/in?key=${TOKEN}` }).end();
        else if (body.includes('"Fir"')) {
          const text = JSON.stringify({ message: `Bad: ${request.headers.authorization} Fir` });
          response
            .writeHead(400)
            .end(text.replaceAll('/', String.raw`\/`).replaceAll('+', String.raw`\u002B`));
        } else
          say(response, 400, {
            message: `Bad: ${request.headers.authorization} ${body}`,
            trace: body.includes('"Elm"') ? 'x'.repeat(LIMITS.message) : '',
          });
      });
    });
    const folder = tempFolder();
    const said: string[] = [];
    const core = openCore({ ...testPlatform(folder), log: (_level, text) => said.push(text) });
    onTestFinished(() => core.close());
    const account = { url, email: 'a@example.com' };
    const refused = core.call('session.login', { ...account, password: `${PASSWORD}!` });
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'wrong-credentials', message: /Not \[password\], no/ });
    said.push(JSON.stringify((error as { toData: () => object }).toData()));
    const cut = core.call('session.login', { ...account, password: `${PASSWORD}?` });
    said.push(String(await cut.catch((thrown: unknown) => thrown)));
    expect(said.at(-1)).not.toContain(PASSWORD.slice(0, 5));
    await core.call('session.login', { ...account, password: PASSWORD });
    for (const name of ['Oak', 'Elm', 'Ash', 'Fir']) {
      const values = { SIFRA: name, name };
      await core.call('records.create', { kind: 'materials', values, files: [] });
    }
    const pushed: unknown = await core.call('sync.push', { patience: 0 }).catch(String);
    said.push(JSON.stringify(pushed));
    const outbox = await core.call('outbox.list', {});
    for (const name of ['Oak', 'Elm', 'Fir'])
      expect(JSON.stringify(outbox)).toMatch(new RegExp(`Bad: Bearer \\[token\\] [^}]*${name}`));
    expect(JSON.stringify(outbox)).toContain('/in?key=[token]');
    said.push(JSON.stringify([outbox, await core.call('history.list', {})]));
    expect(secretsIn(said.join('\n'), [TOKEN, PASSWORD])).toEqual([]);
    expect(filesWithSecrets(folder, [TOKEN, PASSWORD])).toEqual([]);
  });
});

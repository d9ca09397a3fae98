import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Policy } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';
import { addressOf } from '#cli/commands/login.ts';
import { policyCommand } from '#cli/commands/policy.ts';
import { statusCommand } from '#cli/commands/status.ts';
import { exitUnder } from '#cli/program.ts';
import { Desk, expectRefusal, tempFolder } from './support.ts';

function written(text: string): string {
  const file = path.join(tempFolder(), 'managed.json');
  fs.writeFileSync(file, text);
  return file;
}

const valid = z.strictObject({
  file: z.string(),
  found: z.boolean(),
  managed: z.looseObject({ service: z.object({ url: z.string(), only: z.boolean() }) }),
});

describe('cabinet policy check', () => {
  it('tells what a draft would decide', async () => {
    const file = written('{ "service": { "url": "https://catalogue.example", "only": true } }');
    const ran = await new Desk().json(['policy', 'check', file]);
    expect(ran.json(valid)).toEqual({
      file,
      found: true,
      managed: { service: { url: 'https://catalogue.example', only: true } },
    });
    expect(ran.exit).toBe(0);
    const said = await new Desk().run(['policy', 'check', file]);
    expect(said.out).toContain(`${file} is valid. Settings:`);
  });

  it.each([
    [
      'a typing error in a name',
      '{ "service": { "url": "https://a.example", "onyl": true } }',
      'service',
      /onyl/,
    ],
    ['a wrong value', '{ "settings": { "concurrency": 99 } }', 'settings.concurrency', /99/],
    ['text that is no JSON', '{ "service": ', 'the file', /valid JSON/],
    ['an unknown variable', '{ "dataFolder": "/srv/{wrong}" }', 'dataFolder', /\{wrong\} is none/],
  ])('names the place of %s', async (_name, text, place, words) => {
    const ran = await new Desk().json(['policy', 'check', written(text)]);
    expectRefusal(ran, 2, 'invalid', words);
    const { error } = ran.json(
      z.object({ error: z.object({ issues: z.array(z.object({ place: z.string() })) }) }),
    );
    expect(error.issues.map((each) => each.place)).toEqual([place]);
  });

  it('refuses a draft that is not there, and another action', async () => {
    const none = await new Desk().json(['policy', 'check', path.join(tempFolder(), 'none.json')]);
    expectRefusal(none, 2, 'not-found', /There is no file/);
    expectRefusal(await new Desk().json(['policy', 'show']), 2, 'invalid', /ACTION: "?show/);
  });
});

describe('the address of a sign-in', () => {
  const url = 'https://catalogue.example';
  const policy: Policy = { managed: { service: { url, only: true } }, fault: null };

  it('is the managed one where no other is named', () => {
    expect(addressOf(undefined, policy)).toBe(url);
    expect(addressOf('https://other.example', policy)).toBe('https://other.example');
    expect(() => addressOf(undefined, { managed: {}, fault: null })).toThrow('--url: missing');
  });
});

describe('a managed file that cannot be obeyed', () => {
  const policy: Policy = { managed: {}, fault: '/etc/cabinet/managed.json was not obeyed' };

  it('turns the exit code of a command that succeeds into 1, and leaves the others', () => {
    expect(exitUnder(policy, statusCommand, 0)).toBe(1);
    expect(exitUnder(policy, statusCommand, 4)).toBe(4);
    expect(exitUnder(policy, policyCommand, 0)).toBe(0);
    expect(exitUnder({ managed: {}, fault: null }, statusCommand, 0)).toBe(0);
  });
});

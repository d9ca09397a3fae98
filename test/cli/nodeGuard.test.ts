import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { nodeFault } from '#cli/nodeGuard.ts';

describe('the check of Node', () => {
  it.each([
    { node: '20.19.0', napi: '9' },
    { node: '22.13.1', napi: '9' },
    { node: '23.0.0', napi: '9' },
    { node: '18.0.0' },
  ])('refuses $node, on which the database driver would crash', (versions) => {
    expect(nodeFault(versions)).toBe(
      `Cabinet needs Node 22.14 or newer, with Node-API 10; this is v${versions.node}, with Node-API ${versions.napi ?? 'none'}.`,
    );
  });

  it.each([
    { node: '22.14.0', napi: '10' },
    { node: '23.6.0', napi: '10' },
    { node: '24.0.0', napi: '10' },
    { node: '26.0.0', napi: '11' },
  ])('takes $node', (versions) => {
    expect(nodeFault(versions)).toBeNull();
    expect(nodeFault(process.versions)).toBeNull();
  });

  it('says the number that the package says', () => {
    const text = fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(text));
    expect(nodeFault({ node: '20.0.0' })).toContain(
      `Node ${engines.node.replace('>=', '')} or newer`,
    );
  });
});

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CHANGELOG.pl.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...fs.readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`),
];
const textOf = (page: string) => fs.readFileSync(path.join(root, page), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

/** Returns the link anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function anchors(file: string): string[] {
  return [...fs.readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
}

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('links to what is there', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const place = file === '' ? path.join(root, page) : path.join(root, page, '..', file);
      expect(fs.existsSync(place), target).toBe(true);
      if (anchor !== undefined) expect(anchors(place), target).toContain(anchor);
    }
  });

  it('names files that are there', () => {
    for (const [, name = ''] of text.matchAll(/`((?:src|test|scripts|bench|tools)\/[\w/.-]+)`/g))
      expect(fs.existsSync(path.join(root, name)), name).toBe(true);
  });

  it('names commands that are there', () => {
    for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([\w:]+)/g))
      expect(Object.keys(scripts), name).toContain(name);
  });
});

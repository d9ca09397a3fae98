import { describe, expect, it } from 'vitest';
import { localPath, pathsIn, takesPath } from '#contract/localPath.ts';
import { procedures } from '#contract/procedures.ts';
import type { Calls } from '#contract/rpc/table.ts';
import { shellProcedures } from '#contract/shell.ts';
import { z } from '#contract/zod.ts';
import { samplesOf } from './samples.ts';

const CALLS: Calls = { ...procedures, ...shellProcedures };
const FILLING = { text: '/named/by/a/window', document: null };

const STAGED = 'the id of a staged copy';
const OF_SERVICE = 'a path of the service';
/** Fields whose name suggests a local path but that hold something else, with their content. */
const NO_LOCAL_PATH: Readonly<Record<string, string>> = {
  'assets.want paths.0': OF_SERVICE,
  'bulk.plan change.round.to': 'a decimal step',
  'companions.put files.0.file': STAGED,
  'files.match files.0.path': 'a name that is compared with codes and never opened',
  'files.queue assignments.0.file': STAGED,
  'files.sights items.0.file': STAGED,
  'files.sights items.0.path': OF_SERVICE,
  'files.unstage files.0': STAGED,
  'notices.dismiss seen.0.rows.0.issues.0.place': 'a place in an answer of the service',
  'productDrafts.evaluate draft.parts.0.files.0.file': STAGED,
  'productDrafts.save draft.parts.0.files.0.file': STAGED,
  'records.create files.0.file': STAGED,
  'records.update files.0.file': STAGED,
  'sheets.adjust beside.0.file': STAGED,
  'sheets.open beside.0.file': STAGED,
  'sheets.open file': STAGED,
  'shell.removeOldData folder': 'the old copy as the shell named it; no other is removed',
  'trash.createAgain files.0.file': STAGED,
};
const SOUNDS_LIKE_ONE = /path|folder|dir|file|manifest|place|target|source|location|^to$/i;

/** Returns the places of free text in an input, such as `files.0.path`. */
function textsIn(input: unknown, place: readonly string[] = []): string[] {
  if (input === FILLING.text) return [place.join('.')];
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, inner]) => textsIn(inner, [...place, name]));
}

/** Returns the name of the field; items of a list have the name of the list. */
function nameAt(place: string): string {
  return place.split('.').findLast((name) => !/^\d+$/.test(name)) ?? '';
}

describe('B7: a path of this computer in the contract', () => {
  it('is found under objects, lists, records, unions and wrappers', () => {
    const schema = z.object({
      a: z.array(z.object({ b: localPath('read').optional() })),
      c: z.record(z.string(), localPath('write').nullable()),
      d: z.union([z.number(), z.tuple([localPath('folder')])]),
      e: z.string(),
    });
    const input = { a: [{}, { b: '/b' }], c: { x: '/c', y: null }, d: ['/d'], e: '/e' };
    expect(pathsIn(schema, input)).toEqual([
      { place: 'a.1.b', path: '/b', use: 'read' },
      { place: 'c.x', path: '/c', use: 'write' },
      { place: 'd.0', path: '/d', use: 'folder' },
    ]);
    expect([takesPath(schema), takesPath(z.object({ e: z.string() }))]).toEqual([true, false]);
  });

  it('is found in an input that does not fit its schema', () => {
    const schema = z.object({ to: localPath('write'), count: z.number() });
    expect(pathsIn(schema, { to: '/x', count: 'many' })).toHaveLength(1);
    expect(pathsIn(schema, { to: '', count: 1 })).toHaveLength(1);
    expect(pathsIn(schema, { to: 7 })).toEqual([]);
    expect(pathsIn(schema, null)).toEqual([]);
  });

  it('hides in no kind of schema that is not known', () => {
    expect(() => takesPath(z.object({ a: z.promise(localPath('read')) }))).toThrow(/no way into/);
  });

  it.each(Object.entries(CALLS))(
    '%s brands every field that sounds like one',
    (name, { input }) => {
      const unbranded = samplesOf(input, FILLING).flatMap((sample) => {
        const branded = new Set(pathsIn(input, sample).map(({ place }) => place));
        return textsIn(sample).filter((place) => !branded.has(place));
      });
      const suspicious = unbranded.filter((place) => SOUNDS_LIKE_ONE.test(nameAt(place)));
      const unexplained = suspicious.filter(
        (place) => !Object.hasOwn(NO_LOCAL_PATH, `${name} ${place}`),
      );
      expect(unexplained).toEqual([]);
    },
  );

  it('is taken by these calls alone', () => {
    const names = Object.keys(CALLS).filter((name) => takesPath(CALLS[name]?.input ?? z.never()));
    expect(new Set(names)).toEqual(
      new Set([
        'files.stage',
        'files.walk',
        'outbox.export',
        'productDrafts.addProduct',
        'productDrafts.fromManifest',
        'productDrafts.saveManifest',
        'changesets.rejects',
        'review.export',
        'sheets.export',
        'shell.moveData',
        'shell.saveDiagnostics',
      ]),
    );
  });
});

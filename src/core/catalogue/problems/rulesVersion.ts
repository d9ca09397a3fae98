import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '#contract/json.ts';
import { RULES } from '#contract/problems.ts';
import type { Field } from '#contract/resources/field.ts';
import { resources } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { FileKnowledge } from '../../files/fileKnowledge.ts';
import { fixOf } from './fixes.ts';
import { GROUP_FACTS } from './groups.ts';
import { checkAlone } from './registry.ts';
import { groupingOf } from './rules/groups.ts';
import { referencesOf } from './rules/references.ts';
import { countWanted, filledFields } from './share.ts';

/**
 * Values of which each rule objects to at least one: blank, zero, too small, of other types, with
 * invisible characters.
 */
const SPECIMENS: readonly Json[] = [
  null,
  '',
  0,
  '0.00',
  '12,50',
  -3.5,
  'Łóżko 18 mm biały\u200B',
  true,
  ['a/b.jpg', { $file: 'f' }, ''],
  { x: '1', y: '', z: 3, scale: 2, small: 5, wymiary: { x: '' }, kod: 'A', SIFRA: 7, code: ' ' },
  [{ kod: 'A', code: 'B' }, { _id: 'C' }, 'D', 4],
  { list: [{ kod: 'A' }, { SIFRA: 'B', code: 'C' }] },
];

/** With stride 0 all fields of a record hold the same value. */
const STRIDES = 3;

/** Every file is missing on the service, and every model was measured. */
const FILES: FileKnowledge = {
  missingSince: () => 1,
  isStaged: () => false,
  copyOf: () => null,
  boxOf: () => [10, 20, 30],
};

/** Returns a record whose fields hold the specimens; neighbours are `stride` specimens apart. */
function specimenOf(fields: Resource['fields'], stride: number, first: number): JsonObject {
  const names = Object.keys(fields);
  const values = names.map((name, at) => {
    const value = SPECIMENS[(at * stride + first) % SPECIMENS.length] ?? null;
    return (fields[name]?.readAs ?? [name]).map((alias) => [alias, valueOf(fields[name], value)]);
  });
  return Object.fromEntries(values.flat());
}

/** Fills the parts of a group, except for values that are no text or number. */
function valueOf(field: Field | undefined, value: Json): Json {
  if (field?.parts === undefined || typeof value === 'object') return value;
  return Object.fromEntries(Object.keys(field.parts).map((part) => [part, value]));
}

/**
 * Returns a digest of the rules, the descriptors and the findings in the specimens.
 *
 * A changed check is noticed only if it finds something else in one of them.
 */
export function digestRules(kinds: readonly Resource[]): string {
  const digest = createHash('sha256').update(JSON.stringify([RULES, GROUP_FACTS]));
  for (const resource of kinds)
    for (let each = 0; each < SPECIMENS.length * STRIDES; each += 1) {
      const [stride, first] = [each % STRIDES, Math.floor(each / STRIDES)];
      const subject = { resource, record: specimenOf(resource.fields, stride, first) };
      const findings = checkAlone(subject, FILES).map((finding) => [
        finding,
        fixOf(subject, finding, FILES),
      ]);
      const share = [filledFields(subject), countWanted(resource)];
      digest.update(
        JSON.stringify([findings, groupingOf(subject), referencesOf(subject), ...share]),
      );
    }
  return digest.digest('hex').slice(0, 16);
}

let version: string | null = null;

/** The version of the rules: when it changes, everything is checked again. */
export function rulesVersion(): string {
  version ??= digestRules(resources);
  return version;
}

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { describeKind } from '#contract/resources/descriptor.ts';
import type { Descriptor } from '#contract/resources/descriptor.ts';
import { edgeBand } from '#contract/resources/edgeBand.ts';
import type { Field } from '#contract/resources/field.ts';
import { fitting } from '#contract/resources/fitting.ts';
import { product } from '#contract/resources/product.ts';
import { DESCRIPTORS } from '#contract/resources/resource.ts';

const isFile = (field: Field | undefined) => field?.type === 'file' || field?.type === 'files';

/** Returns a value that a field accepts. */
function sampleOf({ type, parts }: Field): Json {
  if (parts !== undefined)
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, sampleOf(part)]));
  if (type === 'list' || type === 'files') return ['a'];
  if (type === 'object') return { a: 1 };
  if (type === 'flag') return true;
  return type === 'date' ? '2026-11-28' : type === 'color' ? '#AABBCC' : '12';
}

/** Returns the names of the fields that no body of an update contains, documented or tried. */
function unsent({ fields, updateForms, toUpdate }: Descriptor): readonly string[] {
  const forms = Array.from({ length: updateForms }, (_, form) => form);
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!field.update && isFile(field)) return [];
    const values: JsonObject = field.type === 'files' ? {} : { [name]: sampleOf(field) };
    const files = field.type === 'files' ? { [name]: { add: ['a'], remove: ['b'] } } : {};
    const isSent = forms.every((form) => toUpdate({ values, files, before: {} }, form).length > 0);
    return isSent ? [] : [name];
  });
}

function unknownFields(kind: Descriptor): readonly string[] {
  const named = [
    kind.title,
    ...(kind.key === null ? [] : [kind.key]),
    ...kind.markers,
    ...Object.values(kind.draft?.files ?? {}),
    ...kind.sizes.flatMap((size) => ('fields' in size ? size.fields : [size.field])),
    ...(kind.priceGroup?.parts ?? []).map(({ field }) => field),
    ...(kind.modelSize === null
      ? []
      : [kind.modelSize.model, kind.modelSize.size, kind.modelSize.scale[0]]),
  ];
  return named.filter((name) => kind.fields[name] === undefined);
}

/** Returns why one descriptor cannot work. */
function faultsOf(kind: Descriptor): readonly string[] {
  const { key, fields, markers, lookup, upload, groups } = kind;
  const all = Object.entries(fields);
  const say = (isFault: boolean, fault: string) => (isFault ? [`${kind.kind}: ${fault}`] : []);
  const keyField = key === null ? undefined : fields[key];
  return [
    ...say(!/^[a-z]+(?:-[a-z]+)*$/.test(kind.kind), 'its name is no table name'),
    ...unknownFields(kind).map((name) => `${kind.kind}: names no field ${name}`),
    ...say(
      keyField !== undefined && (keyField.code !== true || keyField.create === 'never'),
      'its key is no code that a creation takes',
    ),
    ...say(key !== null && lookup === null, 'a record cannot be looked up by its code'),
    ...say(key === null && lookup !== null, 'looks up by a code that it does not have'),
    ...say(key === null && markers.length === 0, 'nothing identifies a record that was created'),
    ...say(key === null && kind.referredBy !== null, 'others refer to a code that it lacks'),
    ...say(upload === null && all.some(([, field]) => isFile(field)), 'its files have no upload'),
    ...say(
      [...markers, ...Object.values(kind.draft?.files ?? {})].some((name) => !isFile(fields[name])),
      'a marker or a file of a manifest is no file',
    ),
    ...say(kind.paths.length === 0 || kind.paths.some((path) => !path.startsWith('/')), 'no path'),
    ...all.flatMap(([name, { group }]) =>
      say(groups[group] === undefined, `${name} is in no group of the form`),
    ),
    ...unsent(kind).map((name) => `${kind.kind}: no update sends ${name}`),
  ];
}

/** Returns why several descriptors cannot work beside each other. */
function clashesOf(kinds: readonly Descriptor[]): readonly string[] {
  const values: Readonly<Record<string, readonly (string | number)[]>> = {
    kind: kinds.map(({ kind }) => kind),
    listKey: kinds.map(({ listKey }) => listKey),
    order: kinds.map(({ order }) => order),
    path: kinds.flatMap(({ paths }) => paths),
    'draft name': kinds.flatMap(({ draft }) => draft?.name ?? []),
    'draft order': kinds.flatMap(({ draft }) => draft?.order ?? []),
    'name of its code': kinds.flatMap(({ referredBy }) => referredBy?.name ?? []),
  };
  const twice = Object.entries(values).flatMap(([what, list]) =>
    new Set(list).size === list.length ? [] : [`two kinds have one ${what}`],
  );
  const known = new Set(kinds.map(({ kind }) => kind));
  const links = kinds.flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, { linksTo }]) =>
      linksTo === undefined || known.has(linksTo) ? [] : [`${kind}: ${name} links no kind`],
    ),
  );
  const products = kinds.filter(({ draft }) => draft?.isProduct === true).length;
  return [...twice, ...links, ...(products === 1 ? [] : [`${products} kinds are the product`])];
}

describe('the descriptors', () => {
  it.each(DESCRIPTORS)('of $kind can work', (descriptor) => {
    expect(faultsOf(descriptor)).toEqual([]);
  });

  it('can work beside each other', () => {
    expect(clashesOf(DESCRIPTORS)).toEqual([]);
  });
});

describe('a descriptor that cannot work', () => {
  const price = { ...fitting.fields['price'], group: 'none' };
  it.each([
    ['a title without a field', { ...edgeBand, title: 'nazwa' }, 'names no field nazwa'],
    ['a code without a look-up', { ...edgeBand, lookup: null }, 'cannot be looked up'],
    ['a look-up without a code', { ...product, lookup: edgeBand.lookup }, 'does not have'],
    ['no mark of a creation', { ...product, markers: [] }, 'nothing identifies'],
    ['files without an upload', { ...fitting, upload: null }, 'no upload'],
    ['a field outside the form', { ...fitting, fields: { ...fitting.fields, price } }, 'no group'],
    ['an update that sends nothing', { ...edgeBand, toUpdate: () => [] }, 'no update sends code'],
    ['a name with a space', { ...edgeBand, kind: 'edge bands' }, 'no table name'],
  ] as const)('is named: %s', (_what, descriptor, fault) => {
    expect(faultsOf(descriptor as Descriptor).join('\n')).toContain(fault);
  });

  it.each([
    ['the same list', { listKey: 'fittings' }, 'one listKey'],
    ['the same place in the rail', { order: fitting.order }, 'one order'],
    ['a second product', { draft: product.draft }, '2 kinds are the product'],
  ] as const)('is named beside the others: %s', (_what, change, fault) => {
    const kinds: readonly Descriptor[] = [...DESCRIPTORS.slice(0, 3), { ...edgeBand, ...change }];
    expect(clashesOf(kinds).join('\n')).toContain(fault);
  });

  it('does not compile when one page would have to answer for a whole list', () => {
    // @ts-expect-error A kind with pages has no look-up in its list.
    const paged = describeKind({ ...edgeBand, paged: true, lookup: { by: 'list' } });
    expect(paged.paged).toBe(true);
  });
});

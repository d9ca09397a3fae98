import { NO_LABELS } from '#contract/statusLabels.ts';
import { PLAIN_ENGLISH } from '#contract/valueText.ts';
import type { Conflict, Operation } from '#contract/operations.ts';
import type { Wording } from '../../../src/renderer/src/fields/values/values.ts';

const BLANK: Operation = {
  id: 'a',
  seq: 1,
  kind: 'fittings',
  action: 'update',
  recordId: 'r1',
  serviceId: null,
  key: 'ZAW-110',
  title: 'Zawias 110°',
  state: 'waiting',
  attempts: 0,
  reason: null,
  changes: [],
  files: [],
  dependsOn: [],
  group: null,
  conflict: null,
  createdAt: 0,
  updatedAt: 0,
  sentAt: null,
  nextAt: null,
};

/** Returns an operation with the given parts; the other fields have defaults. */
export function operation(part: Partial<Operation> = {}): Operation {
  return { ...BLANK, ...part };
}

/** Returns an update with a conflict in the price of a fitting; only its own name changed. */
export function clash(id: string): Operation & { readonly conflict: Conflict } {
  const fields = [
    { field: 'name', before: 'A', mine: 'B', theirs: 'A', clash: false },
    { field: 'price', before: '8.90', mine: '9.20', theirs: '9.90', clash: true },
  ];
  const theirs = { _id: '1', name: 'A', price: '9.90', stock: 7 };
  const base = { _id: '1', name: 'A', price: '8.90', stock: 3, kod: 'X' };
  const conflict: Conflict = { type: 'fields', readAt: 5, fields, theirs, base, theirId: '1' };
  return { ...BLANK, id, state: 'conflict', conflict };
}

/** Returns a create whose code record 7 already has: a hinge for 8.90. */
export function taken(part: Partial<Operation> = {}): Operation {
  const conflict: Conflict = {
    type: 'key-taken',
    readAt: 5,
    fields: [],
    theirs: { _id: '7', name: 'Hinge', price: '8.90' },
    base: null,
    theirId: '7',
  };
  return operation({ id: 'made', action: 'create', state: 'conflict', conflict, ...part });
}

/** Formats values for tests in English; dates stay as they are. */
export const PLAIN_WORDS = {
  ...PLAIN_ENGLISH,
  label: ({ en }: { readonly en: string }) => en,
  date: String,
  aFile: 'a file',
  yes: 'Yes',
  no: 'No',
};

/** Formats values as a Polish window does, in a form that differs from all others. */
export const POLISH: Wording = {
  label: (label) => label.pl,
  locale: 'pl-PL',
  currency: '',
  labels: NO_LABELS,
  date: (value) => `dnia ${value}`,
  aFile: 'plik',
  yes: 'tak',
  no: 'nie',
};

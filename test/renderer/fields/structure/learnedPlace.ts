import type { LearnedField } from '#contract/learned.ts';

type Type = LearnedField['types'][number]['type'];

/** What 20 records, or fewer, say about a place. */
export function place(path: string, type: Type, more: Partial<LearnedField> = {}): LearnedField {
  const { records = 20 } = more;
  return {
    path,
    field: null,
    label: null,
    records,
    present: records / 20,
    guess: records < 5,
    types: [{ type, share: 1 }],
    distinct: 0,
    complete: true,
    required: null,
    update: 'untried',
    ...more,
  };
}

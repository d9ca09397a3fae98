import { invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { show } from '#contract/values.ts';
import { RULE_KNOBS, VARIANT_KNOBS } from '#reference/variant.ts';
import type { Variant } from '#reference/variant.ts';
import { splitPair } from './words.ts';

const KNOBS = { ...VARIANT_KNOBS, ...RULE_KNOBS };

/** Reads `NAME=VALUE` choices where the document is open. */
export function readVariant(settings: readonly string[]): Partial<Variant> {
  const chosen = settings.map((text) => {
    const pair = splitPair(text);
    if (pair === null) throw fault(text, `NAME=VALUE`);
    const values = knob(pair[0]);
    if (values === null) throw fault(text, `one of ${Object.keys(KNOBS).join(', ')}`);
    const value = values.find((each) => String(each) === pair[1]);
    if (value === undefined) throw fault(text, `${pair[0]}=${values.join(' | ')}`);
    return [pair[0], value] as const;
  });
  return Object.fromEntries(chosen);
}

function knob(name: string): readonly (string | number | boolean)[] | null {
  const found = Object.entries(KNOBS).find(([each]) => each === name);
  return found === undefined ? null : found[1];
}

function fault(text: string, expected: string): Error {
  const issue: Issue = { place: '--variant', value: show(text), expected };
  return invalid([issue]);
}

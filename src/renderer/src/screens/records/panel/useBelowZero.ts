import { useState } from 'react';
import type { Resource } from '#contract/resources/resource.ts';
import { placesOf } from '../../../fields/model/form.ts';
import type { Outcome, Typed } from '../../../fields/model/form.ts';
import { at } from '../../../fields/model/fieldText.ts';
import { isBelowZero } from '../../../fields/model/readTypedValue.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';

/** The confirmation of negative amounts in a form. */
export interface BelowZero {
  /** The outcome with negative amounts marked that the user was asked about. */
  readonly shown: Outcome;
  /** Asks about new negative amounts; returns the first of them, or null. */
  readonly ask: () => string | null;
}

/** Asks once about each negative amount; keeping the same text again accepts it. */
export function useBelowZero(resource: Resource, outcome: Outcome, typed: Typed): BelowZero {
  const [asked, setAsked] = useState<Typed>({});
  const below = amountsBelowZero(resource, outcome);
  const isAsked = (path: string) => asked[path] !== undefined && asked[path] === typed[path];
  const faults = below.filter(isAsked).map((path): [string, Fault] => [path, { type: 'below' }]);
  return {
    shown:
      faults.length === 0
        ? outcome
        : { ...outcome, faults: { ...Object.fromEntries(faults), ...outcome.faults } },
    ask: () => {
      const first = below.find((path) => !isAsked(path)) ?? null;
      if (first !== null)
        setAsked(Object.fromEntries(below.map((path) => [path, typed[path] ?? ''])));
      return first;
    },
  };
}

/** Returns the fields with a negative amount that makes little sense. */
export function amountsBelowZero(
  resource: Resource,
  { values }: Pick<Outcome, 'values'>,
): readonly string[] {
  return Object.entries(resource.fields)
    .flatMap(([name, field]) => placesOf(name, field))
    .filter(({ path, field }) => isBelowZero(field, at(values, path) ?? null))
    .map(({ path }) => path);
}

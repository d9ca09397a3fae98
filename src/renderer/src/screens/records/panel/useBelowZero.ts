import { useState } from 'react';
import type { Resource } from '#contract/resources/resource.ts';
import type { Outcome, Typed } from '../../../fields/model/form.ts';
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
export function amountsBelowZero(resource: Resource, { values }: Outcome): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field !== undefined && isBelowZero(field, value) ? [name] : [];
  });
}

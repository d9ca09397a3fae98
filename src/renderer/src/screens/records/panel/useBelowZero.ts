import { useState } from 'react';
import type { Resource } from '#contract/resources/resource.ts';
import type { Outcome, Typed } from '../../../fields/model/form.ts';
import { isBelowZero } from '../../../fields/model/readTypedValue.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';

/** Amounts below zero of one form, which are asked about before they are kept. */
export interface BelowZero {
  /** The outcome as the form shows it: what is asked about is marked. */
  readonly shown: Outcome;
  /** Asks about the amounts that were not asked about yet; gives the first of them, null where there is none. */
  readonly ask: () => string | null;
}

/** Asks once about each amount below zero: the same text is kept when the form is kept again. */
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

/** The fields that get an amount below zero where that hardly makes sense. */
export function amountsBelowZero(resource: Resource, { values }: Outcome): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field !== undefined && isBelowZero(field, value) ? [name] : [];
  });
}

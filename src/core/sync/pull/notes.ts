import type { Resource } from '#contract/resources/resource.ts';
import { show } from '#contract/values.ts';
import type { Reading } from './readList.ts';

/** Why a list could not be read to its end, as a sentence; null when it was. */
export function endNote(resource: Resource, reading: Reading, seen: number): string | null {
  const name = nameOf(resource);
  if (reading.end === 'whole') return null;
  if (reading.end === 'offset-ignored')
    return `The service shows only the first ${seen} ${name}: it gives the same page whatever is asked for.`;
  if (reading.end === 'endless')
    return `The list of ${name} did not come to an end; ${seen} were read.`;
  return reading.total !== null && reading.total > seen
    ? `The service counts ${reading.total} ${name} but showed ${seen}.`
    : `The list of ${name} comes in no fixed order: some may be missing until the next refresh.`;
}

export function oddNote(resource: Resource, odd: ReadonlySet<string>): string | null {
  const [example] = odd;
  if (example === undefined) return null;
  const entries = odd.size === 1 ? '1 entry' : `${odd.size} entries`;
  return `${entries} in the list of ${nameOf(resource)} cannot be used: no id can be read (${show(example)}).`;
}

export function fewerNote(resource: Resource, missing: number): string {
  return `The service shows ${missing} fewer ${nameOf(resource)} than before. They are kept here until another refresh finds the same.`;
}

export function uncheckedNote(resource: Resource, unchecked: number): string {
  return `${unchecked} ${nameOf(resource)} are no longer in the list, and the service does not say plainly that they are gone. They are kept here.`;
}

export function brokenNote(resource: Resource, seen: number, reason: string): string {
  return `The list of ${nameOf(resource)} could not be read to its end; ${seen} were read. ${reason}`;
}

function nameOf(resource: Resource): string {
  return resource.label.en.toLowerCase();
}

import { describe, expect, it } from 'vitest';
import { formFor, NO_FORM } from '../../../src/renderer/src/fields/shownForm.ts';
import type { Loaded } from '../../../src/renderer/src/fields/useRecord.ts';

function loaded(ref: string, id = ref, kind: Loaded['kind'] = 'fittings'): Loaded {
  const record = {
    id,
    serviceId: null,
    key: null,
    pending: null,
    doc: null,
    record: {},
    missingSince: null,
  };
  return { kind, ref, record, operations: [] };
}

describe('the form of a record', () => {
  it('stays, with what is typed in it, when a new record gets its id from the service', () => {
    const form = { ...formFor(NO_FORM, loaded('here')), used: true };
    const sent = formFor(form, loaded('here', 'theirs'));
    // The list switches to the new id, and the panel follows it.
    const followed = formFor(sent, loaded('theirs'));
    expect(followed).toMatchObject({ id: 'here', made: form.made, used: true });
    expect(formFor(followed, loaded('theirs'))).toBe(followed);
  });

  it('is the same for record after record until somebody puts a hand to it', () => {
    const first = formFor(NO_FORM, loaded('a'));
    const second = formFor(first, loaded('b'));
    expect(second).toMatchObject({ id: 'b', made: first.made });
    const third = formFor({ ...second, used: true }, loaded('c'));
    expect(third).toMatchObject({ id: 'c', made: first.made + 1, used: false });
    expect(formFor(third, loaded('c', 'c', 'materials')).made).toBe(first.made + 2);
  });
});

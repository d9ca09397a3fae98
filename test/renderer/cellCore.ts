import type { Json } from '#contract/json.ts';
import type { Input } from '#contract/procedures.ts';
import { fakeCore } from './support.ts';

/** An update sent by a cell, and its pending answer. */
interface Sent {
  readonly update: Input<'records.update'>;
  readonly answer: PromiseWithResolvers<void>;
}

/** Returns a fake core for the cells of a list, with its received updates and kept drafts. */
export function cellCore() {
  const sent: Sent[] = [];
  const drafts = new Map<string, Json>();
  const answers = {
    'records.get': (input: unknown) => ({
      id: (input as Input<'records.get'>).ref,
      serviceId: null,
      key: null,
      pending: null,
      doc: null,
      record: { price: String(sent.length) },
      missingSince: null,
    }),
    'records.update': async (input: unknown) => {
      const answer = Promise.withResolvers<void>();
      sent.push({ update: input as Input<'records.update'>, answer });
      await answer.promise;
      return { operation: 'o', id: 'a' };
    },
    'drafts.get': (input: unknown) => ({
      draft: drafts.get((input as Input<'drafts.get'>).key) ?? null,
    }),
    'drafts.set': (input: unknown) => {
      const { key, draft } = input as Input<'drafts.set'>;
      if (draft === null) drafts.delete(key);
      else drafts.set(key, draft);
      return {};
    },
  };
  return { sent, drafts, answers, core: fakeCore(answers) };
}

import { invalid } from '#contract/errors.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Input } from '#contract/procedures.ts';
import { MEMORIES } from '#contract/serviceFacts.ts';
import type { FactName, ServiceFact, ServiceKnowledge } from '#contract/serviceFacts.ts';
import { show } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command, noArgs } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { many, splitPair } from '../input/words.ts';
import { table } from '../output/table.ts';
import { cut, isoTime, localTime } from '../output/text.ts';
import { withCore } from '../withCore.ts';

const LONGEST = 80;

/** Shows, corrects or deletes what Cabinet knows about the server. */
export const knowledgeCommand = command({
  usage: 'knowledge',
  about: 'Show what Cabinet knows about this server, with the evidence; correct or delete entries.',
  example: 'cabinet knowledge --correct fittings.status.update=kept',
  details: `Each entry has a name, such as \`fittings.status.update\` for a field or \`fittings.page-size\` for the requests of a kind. \`--correct\` takes
\`kept\` or \`not-kept\` for changes, \`yes\` or \`no\` for \`required\`, values separated by commas for \`restricted\`, a kind for \`reference\` (which records a code names, where several kinds have it),
and \`accepted\` or \`refused\` for \`upload\`. Your word counts until you delete it;
\`answer\` is a later answer of the server that differs from it. Deleted entries are learned again from the next answers.`,
  options: [
    { flags: '--correct <NAME=VALUE>', about: 'say how a field is', many: true },
    { flags: '--accept <NAME>', about: "use the server's later answer", many: true },
    { flags: '--delete <NAME>', about: 'delete an entry', many: true },
  ],
  args: noArgs,
  values: z.object({ correct: many, accept: many, delete: many }),
  run: async (shell, _args, { correct, accept, delete: deleted }) => {
    const corrections = correct.map(correctionOf);
    const accepted = accept.map((name) => factName('--accept', name));
    const forgotten = deleted.map(entryName);
    const writes = corrections.length + accepted.length + forgotten.length > 0;
    const known = await withCore(shell, writes ? 'write' : 'look', async (core) => {
      for (const each of corrections) await core.call('serviceFacts.correct', each);
      for (const each of accepted) await core.call('serviceFacts.accept', each);
      await forgetAll(core, forgotten);
      return core.call('serviceFacts.list', {});
    });
    shell.show({ entries: entriesOf(known) }, () => textOf(known));
    return EXIT.done;
  },
});

type Memory = Pick<ServiceKnowledge['memories'][number], 'kind' | 'about'>;

async function forgetAll(core: Core, names: readonly (FactName | Memory)[]): Promise<void> {
  if (names.length === 0) return;
  await core.call('serviceFacts.forget', {
    facts: names.filter((each) => 'fact' in each),
    memories: names.filter((each) => 'about' in each),
  });
}

/** Returns all that is known as entries of the JSON document. */
function entriesOf({ facts, answers, memories }: ServiceKnowledge) {
  return [
    ...facts.map((fact) => {
      const answer = answers.find((each) => nameOf(each) === nameOf(fact));
      const { value, source, request, record, words } = fact;
      return {
        name: nameOf(fact),
        value: valueOf(fact),
        source,
        request,
        record,
        words,
        at: isoTime(fact.at),
        answer: answer === undefined ? null : valueOf(answer),
        ...(Array.isArray(value) && { values: value }),
      };
    }),
    ...memories.map(({ kind, about, value, request, at }) => ({
      name: `${kind}.${about}`,
      value,
      source: 'service' as const,
      request,
      record: null,
      words: null,
      at: isoTime(at),
      answer: null,
    })),
  ];
}

function nameOf({ kind, field, fact }: FactName): string {
  return `${kind}.${field}.${fact}`;
}

function valueOf({ fact, value }: ServiceFact): string {
  if (fact === 'required') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : 'not known';
}

function textOf(known: ServiceKnowledge): string {
  const entries = entriesOf(known);
  if (entries.length === 0) return 'Nothing is known yet.';
  const heads = [{ title: 'name' }, { title: 'value' }, { title: 'evidence' }];
  const rows = entries.map(({ name, value, source, request, record, words, at, answer }) => {
    const parts = source === 'person' ? ['a person'] : [request, record];
    const time = at === null ? null : localTime(Date.parse(at));
    const said = words === null ? [] : [`Server response: ${words}`];
    const other = answer === null ? [] : [`The server has answered differently: ${answer}`];
    const notes = [...said, ...other];
    return {
      cells: [
        name,
        cut(value, LONGEST),
        [...parts, time].filter((part) => part !== null).join(', '),
      ],
      note: notes.length === 0 ? undefined : notes.join(' '),
    };
  });
  return table(heads, rows);
}

const FACTS = ['required', 'restricted', 'update', 'reference', 'upload'] as const;
const KIND_CHOICES = Object.fromEntries(KINDS.map((kind) => [kind, kind] as const));

function kindIn(place: string, name: string): { readonly kind: Kind; readonly rest: string } {
  const dot = name.indexOf('.');
  const kind = KINDS.find((each) => each === name.slice(0, Math.max(dot, 0)));
  if (kind === undefined) throw wrongName(place, name);
  return { kind, rest: name.slice(dot + 1) };
}

function factName(place: string, name: string): FactName {
  const { kind, rest } = kindIn(place, name);
  const dot = rest.lastIndexOf('.');
  const fact = FACTS.find((each) => each === rest.slice(dot + 1));
  if (fact === undefined || dot < 1) throw wrongName(place, name);
  return { kind, field: rest.slice(0, dot), fact };
}

function entryName(name: string): FactName | Memory {
  const { kind, rest } = kindIn('--delete', name);
  const about = MEMORIES.find((each) => each === rest);
  return about === undefined ? factName('--delete', name) : { kind, about };
}

function wrongName(place: string, name: string) {
  const expected = 'the name of an entry, such as fittings.status.update';
  return invalid([{ place, value: show(name), expected }]);
}

function correctionOf(text: string): Input<'serviceFacts.correct'> {
  const pair = splitPair(text);
  if (pair === null)
    throw invalid([{ place: '--correct', value: show(text), expected: 'NAME=VALUE' }]);
  const [name, value] = pair;
  const { kind, field, fact } = factName('--correct', name);
  const choose = <T>(choices: Readonly<Record<string, T>>): T => {
    const chosen = Object.hasOwn(choices, value) ? choices[value] : undefined;
    if (chosen !== undefined) return chosen;
    const expected = `one of ${Object.keys(choices).join(', ')}`;
    throw invalid([{ place: `--correct ${name}`, value: show(value), expected }]);
  };
  if (fact === 'required') return { kind, field, fact, value: choose({ yes: true, no: false }) };
  if (fact === 'update')
    return {
      kind,
      field,
      fact,
      value: choose({ kept: 'kept' as const, 'not-kept': 'not-kept' as const }),
    };
  if (fact === 'reference') return { kind, field, fact, value: choose(KIND_CHOICES) };
  if (fact === 'upload')
    return {
      kind,
      field,
      fact,
      value: choose({ accepted: 'accepted' as const, refused: 'refused' as const }),
    };
  const values = value.split(',').map((each) => each.trim());
  const filled = values.filter((each) => each !== '');
  return { kind, field, fact, value: filled.length === 0 ? null : filled };
}

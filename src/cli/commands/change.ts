import { invalid } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { Output } from '#contract/procedures.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { withKeptUpdates } from '#contract/resources/updates.ts';
import { keptUpdates } from '#contract/serviceFacts.ts';
import type { Purpose } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command, noOptions } from '../command.ts';
import type { OptionSpec } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { askForRules, checkInput, readRecordInput, stageFiles } from '../input/record.ts';
import type { RecordInput, RecordOptions } from '../input/record.ts';
import { withParts } from '../input/assign.ts';
import { kindWord, many, someText } from '../input/words.ts';
import { clean } from '../output/text.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';

const recordOptions: readonly OptionSpec[] = [
  { flags: '--data <FILE>', about: 'fields as a JSON object; - reads stdin' },
  {
    flags: '--set <FIELD=VALUE>',
    about: 'value of a field; use a dot for a part, as in wymiary.x=10',
    many: true,
  },
  { flags: '--file <FIELD=PATH>', about: 'a file to upload for a field', many: true },
  {
    flags: '--accept-warnings',
    about: 'save it even if the server rejected such a value in another record',
  },
];
const recordValues = z.object({
  data: z.string().optional(),
  set: many,
  file: many,
  acceptWarnings: z.boolean().default(false),
});

/** Queues the creation of a record. */
export const addCommand = command({
  usage: 'add <KIND>',
  about: 'Add a record. The next push sends it.',
  example: 'cabinet add fittings --data hinge.json --file images=hinge.jpg --file model=hinge.obj',
  options: [
    {
      flags: '--like <ID-OR-CODE>',
      about: 'take the values of a record, with the next free code; --set and --data win',
    },
    { flags: '--with-files', about: 'with --like: copy its files from this computer too' },
    ...recordOptions,
  ],
  args: z.tuple([kindWord]),
  values: recordValues.extend({
    like: someText.optional(),
    withFiles: z.boolean().default(false),
  }),
  run: async (shell, [kind], options) => {
    const resource = resourceOf(kind);
    const { like } = options;
    if (like !== undefined) return addLike(shell, resource, like, options);
    const input = await readRecordInput(resource, options);
    checkInput(resource, input, 'create');
    const { acceptWarnings } = options;
    const queued = await withCore(shell, 'write', async (core) => {
      await askForRules(core, resource, input, { purpose: 'create', acceptWarnings });
      const files = await stageFiles(core, resource, input);
      return core.call('records.create', { kind, values: input.values, files });
    });
    return answer(shell, queued, 'new record');
  },
});

interface LikeOptions extends RecordOptions {
  readonly withFiles: boolean;
  readonly acceptWarnings: boolean;
}

/** Queues the creation of a record like another one; given values and files win. */
async function addLike(
  shell: Shell,
  resource: Resource,
  like: string,
  options: LikeOptions,
): Promise<number> {
  const { kind } = resource;
  const { data, set, file } = options;
  const isGiven = data !== undefined || set.length > 0 || file.length > 0;
  const given = isGiven ? await readRecordInput(resource, options) : { values: {}, files: [] };
  checkInput(resource, given, 'draft');
  const queued = await withCore(shell, 'write', async (core) => {
    const copied = await core.call('records.duplicate', {
      kind,
      ref: like,
      files: options.withFiles,
    });
    if (copied.missing > 0)
      shell.say(`Files without a copy on this computer, not copied: ${copied.missing}.`);
    const fields = new Set(given.files.map(({ field }) => field));
    const kept = copied.files.filter(({ field }) => !fields.has(field));
    const values = withParts(resource, copied.values, given.values);
    const paths = [...given.files, ...kept.map(({ field, name }) => ({ field, path: name }))];
    const { acceptWarnings } = options;
    const input = { values, files: paths };
    await askForRules(core, resource, input, { purpose: 'create', acceptWarnings });
    const files = [
      ...kept.map(({ field, file: staged }) => ({ field, file: staged })),
      ...(await stageFiles(core, resource, given)),
    ];
    return core.call('records.create', {
      kind,
      values,
      files,
    });
  });
  return answer(shell, queued, 'new record');
}

/** Queues a change of the fields that differ. */
export const editCommand = command({
  usage: 'edit <KIND> <ID-OR-CODE>',
  about: 'Change a record. Only changed values are sent.',
  example: 'cabinet edit fittings ZAW-110 --set price=9.20',
  details: `\`--try\` changes one field that the server's document does not list for updates. The next push sends that field alone and
reads the record back. \`cabinet schema\` then shows whether the server keeps such changes, and a field that it keeps is edited as any other.`,
  options: [
    ...recordOptions,
    { flags: '--try', about: 'try to change one field that is read-only after creation' },
  ],
  args: z.tuple([kindWord, someText]),
  values: recordValues.extend({ try: z.boolean().default(false) }),
  run: async (shell, [kind, ref], options) => {
    const input = await readRecordInput(resourceOf(kind), options);
    const queued = await withCore(shell, 'write', async (core) => {
      if (options.try) return core.call('serviceFacts.try', { kind, ref, ...onlyField(input) });
      const { facts } = await core.call('serviceFacts.list', {});
      const resource = withKeptUpdates(resourceOf(kind), keptUpdates(facts, kind));
      const purpose = await purposeOf(core, kind, ref);
      checkInput(resource, input, purpose);
      const { acceptWarnings } = options;
      await askForRules(core, resource, input, { purpose, acceptWarnings });
      const files = await stageFiles(core, resource, input);
      return core.call('records.update', { kind, ref, values: input.values, files });
    });
    return answer(shell, queued, options.try ? 'trial of' : 'change of');
  },
});

/** Returns the one field of a trial; throws `invalid` for any other input. */
function onlyField({ values, files }: RecordInput): { field: string; value: Json } {
  const [first, ...others] = Object.entries(values);
  if (first !== undefined && others.length + files.length === 0)
    return { field: first[0], value: first[1] };
  const names = [...Object.keys(values), ...files.map(({ field }) => field)];
  const expected = 'one field with --set FIELD=VALUE';
  throw invalid([{ place: '--try', value: names.join(', '), expected }]);
}

/**
 * Returns `draft` for a record whose creation was never sent.
 *
 * A draft takes every field, a record of the service only some.
 */
async function purposeOf(core: Core, kind: Kind, ref: string): Promise<Purpose> {
  const { id } = await core.call('records.get', { kind, ref });
  const { operations } = await core.call('outbox.list', { kind, record: id });
  const unsent = operations.some(
    ({ action, state, attempts, reason }) =>
      action === 'create' &&
      (state === 'refused' ? reason?.code === 'refused' : attempts === 0 && state !== 'sending'),
  );
  return unsent ? 'draft' : 'update';
}

/** Queues a removal. */
export const removeCommand = command({
  usage: 'remove <KIND> <ID-OR-CODE>',
  about: 'Delete a record. A record that was never sent is discarded.',
  example: 'cabinet remove edge-bands ABS-22-OAK',
  args: z.tuple([kindWord, someText]),
  values: noOptions,
  run: async (shell, [kind, ref]) => {
    const queued = await withCore(shell, 'write', (core) =>
      core.call('records.remove', { kind, ref }),
    );
    return answer(shell, queued, 'deletion of');
  },
});

function answer(shell: Shell, queued: Output<'records.update'>, what: string): number {
  const { operation, id } = queued;
  const nothing =
    what === 'deletion of' ? 'Discarded. The record was never sent.' : 'Nothing to change.';
  shell.show({ operation, id }, () =>
    operation === null
      ? nothing
      : `Saved the ${what} ${clean(id)} as operation ${operation}. Send it with: cabinet push`,
  );
  return EXIT.done;
}

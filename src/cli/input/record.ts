import { AppError, invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { ruleIssues, rulesOf } from '#contract/rules.ts';
import { checkValues, show } from '#contract/values.ts';
import type { Purpose } from '#contract/values.ts';
import type { Core } from '#core/app/core.ts';
import { checkFile } from '#core/files/stage.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { assign } from './assign.ts';
import { readJsonInput } from './json.ts';
import { splitPair } from './words.ts';

/** The input for one record: values, and files by path. */
export interface RecordInput {
  readonly values: JsonObject;
  readonly files: readonly { readonly field: string; readonly path: string }[];
}

/** The options that give a record. */
export interface RecordOptions {
  readonly data?: string | undefined;
  readonly set: readonly string[];
  readonly file: readonly string[];
}

/**
 * Reads values from `--data` and `--set`, and files from `--file`.
 *
 * Throws `invalid` when none is given.
 */
export async function readRecordInput(
  resource: Resource,
  options: RecordOptions,
): Promise<RecordInput> {
  const { data, set, file } = options;
  if (data === undefined && set.length === 0 && file.length === 0)
    throw invalid([
      { place: '--data', value: 'missing', expected: '--data FILE, --set FIELD=VALUE or --file' },
    ]);
  const read = data === undefined ? {} : await readJsonInput(data, '--data');
  if (!isObject(read))
    throw invalid([{ place: '--data', value: show(read), expected: 'an object with fields' }]);
  return { values: assign(resource, read, set), files: file.map(fileOption) };
}

function fileOption(text: string): { field: string; path: string } {
  const pair = splitPair(text);
  if (pair === null || pair[1] === '')
    throw invalid([{ place: '--file', value: show(text), expected: 'FIELD=PATH' }]);
  return { field: pair[0], path: pair[1] };
}

/**
 * Throws for input that cannot be queued, before any file is copied.
 *
 * Reports all faults at once.
 */
export function checkInput(resource: Resource, input: RecordInput, purpose: Purpose): void {
  const { values, faults } = withStandIns(resource, input);
  // The record's own values may be larger than new ones; a change is compared with it when queued.
  const known = purpose === 'create' ? {} : null;
  const issues = [...faults, ...checkValues(resource, values, purpose, '', known).issues];
  if (issues.length > 0) throw invalid(issues);
  const refused = input.files.flatMap(({ field, path }) => fileFaults(resource, field, path));
  if (refused.length === 0) return;
  const { message } = invalid(refused);
  throw new AppError('rejected-file', message, { issues: refused });
}

/**
 * Throws for values that the service refused in other records before.
 *
 * The user can accept them with `--accept-warnings`.
 */
export async function askForRules(
  core: Core,
  resource: Resource,
  input: RecordInput,
  { purpose, acceptWarnings }: { readonly purpose: Purpose; readonly acceptWarnings: boolean },
): Promise<void> {
  if (acceptWarnings) return;
  const { facts } = await core.call('serviceFacts.list', {});
  const { values } = withStandIns(resource, input);
  const issues = ruleIssues(resource, values, rulesOf(facts, resource.kind), purpose);
  if (issues.length > 0) throw askingError(invalid(issues));
}

/** Names the option that accepts refused values in the message of their error. */
export function askingError(error: AppError): AppError {
  const message = `${error.message}\nSave it anyway with --accept-warnings.`;
  return new AppError(error.code, message, error.details);
}

/** Returns the values with a placeholder for each file, so that a required file counts as given. */
function withStandIns(resource: Resource, { values, files }: RecordInput) {
  const result = new Map<string, Json>(Object.entries(values));
  const faults: Issue[] = [];
  for (const { field, path } of files) {
    const type = Object.hasOwn(resource.fields, field) ? resource.fields[field]?.type : undefined;
    if (type === 'files') result.set(field, joined(result.get(field)));
    else if (type !== 'file') faults.push(noFileField(resource, field, path));
    else if (own(values, field) !== undefined || result.has(field))
      faults.push({ place: field, value: `another file, ${path}`, expected: 'one file' });
    else result.set(field, 'file');
  }
  return { values: Object.fromEntries(result), faults };
}

// A value that is no list stays, and is reported as a fault later.
function joined(list: Json | undefined): Json {
  if (list === undefined) return ['file'];
  return Array.isArray(list) ? [...list, 'file'] : list;
}

function noFileField(resource: Resource, field: string, path: string): Issue {
  const names = Object.entries(resource.fields)
    .filter(([, { type }]) => type === 'file' || type === 'files')
    .map(([name]) => name);
  const expected =
    names.length > 0 ? `a file field: ${names.join(', ')}` : 'no file: this kind has none';
  return { place: `--file ${field}`, value: path, expected };
}

function fileFaults(resource: Resource, field: string, path: string): readonly Issue[] {
  try {
    checkFile(systemDisk.files, { path, kind: resource.kind, place: `--file ${field}` });
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.issues ?? [];
  }
}

/**
 * Stages the given files.
 *
 * Returns their ids by field.
 */
export async function stageFiles(core: Core, resource: Resource, { files }: RecordInput) {
  const staged: { field: string; file: string }[] = [];
  for (const { field, path } of files) {
    const { file } = await core.call('files.stage', { path, kind: resource.kind, field });
    staged.push({ field, file });
  }
  return staged;
}

import type { Json } from '#contract/json.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { fileRef } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord } from '#contract/values.ts';
import { copiesOf, isOfFiles, isSettable, replaceFiles } from '../outbox/fileCopies.ts';
import type { FileCopies } from '../outbox/fileCopies.ts';
import { findTarget } from '../outbox/target.ts';
import { filesIn } from '../record/fileFields.ts';
import { overlay } from '../record/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { nextCode } from './nextCode.ts';

type Duplicate = Output<'records.duplicate'>;

/**
 * Returns the values of a new record like an existing one, with the next free code.
 *
 * Each file is staged again from its local copy: two records with one path could not be told apart
 * after a lost answer. A file without a local copy is left out and counted.
 */
export async function duplicateRecord(
  ws: Workspace,
  { kind, ref, files: withFiles = false }: Input<'records.duplicate'>,
): Promise<Duplicate> {
  const resource = resourceOf(kind);
  const { entity, doc } = findTarget(ws, kind, ref);
  const record = overlay(resource, doc, entity === null ? [] : ws.operations.openOf(entity.eid));
  const all = readRecord(resource, record);
  const values = Object.fromEntries(
    Object.entries(all).filter(([name]) => {
      const field = resource.fields[name];
      return (
        field !== undefined && isSettable(field) && !isOfFiles(field) && field.identity !== true
      );
    }),
  );
  const { key } = resource;
  const code = key === null ? undefined : values[key];
  if (key !== null && typeof code === 'string' && code !== '')
    values[key] = nextCode(ws, kind, code);
  if (!withFiles) return { values, files: [], missing: 0 };
  const copies = copiesOf(ws);
  await copies.stage(ws, { resource, record });
  return { values, ...copiedFiles(ws, resource, all, copies) };
}

function copiedFiles(
  ws: Workspace,
  resource: Resource,
  values: Readonly<Record<string, Json>>,
  copies: FileCopies,
): Pick<Duplicate, 'files' | 'missing'> {
  const files: Duplicate['files'] = [];
  let missing = 0;
  for (const [field, facts] of Object.entries(resource.fields)) {
    if (!isOfFiles(facts) || !isSettable(facts)) continue;
    const { value, lost } = replaceFiles(field, facts, values[field], (item) => {
      const file = copies.of(item);
      return file === null ? null : { $file: file };
    });
    missing += lost.length;
    for (const item of filesIn(value)) {
      const file = fileRef.safeParse(item).data?.$file ?? '';
      const staged = ws.uploads.staged(file);
      if (staged !== null) files.push({ field, file, name: staged.name, size: staged.size });
    }
  }
  return { files, missing };
}

import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Input, ProcedureName } from '#contract/procedures.ts';
import type { GivenFile, FileTarget } from '../../../src/renderer/src/files/model/intake.ts';
import { addIntake } from '../../../src/renderer/src/files/state/intakeStore.ts';
import { queueIntake } from '../../../src/renderer/src/files/state/queueing.ts';
import { givePicture } from '../../../src/renderer/src/files/tab/givePicture.ts';
import { undoStore } from '../../../src/renderer/src/fields/undo/undo.ts';
import { taskStore } from '../../../src/renderer/src/fields/undo/tasks.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { fakeCore } from '../support.ts';

const OLD = 'uploads/fittings/a.png';

const CALLS = [
  'files.give',
  'files.queue',
  'outbox.discard',
  'outbox.list',
  'outbox.withdraw',
  'changesets.close',
  'changesets.get',
  'changesets.queue',
  'records.get',
  'records.update',
  'undo.plan',
] as const;

let desk: TestWorkstation;
let target: FileTarget;
let last = 0;

beforeAll(() => i18next.init({ lng: 'cimode' }));

beforeEach(async () => {
  desk = await openDesk();
  followCore(fakeCore(throughCalls()).client);
  taskStore.setState({ open: null });
  dismissAll();
  target = await hinge('ZAW-155');
});

/** Returns a handler that forwards a call to the real core. */
function asked(name: ProcedureName): (input: unknown) => unknown {
  return (input) => desk.call(name, input as Input<ProcedureName>);
}

const throughCalls = () => Object.fromEntries(CALLS.map((name) => [name, asked(name)]));

async function hinge(key: string): Promise<FileTarget> {
  const { rows } = await desk.call('records.list', { kind: 'fittings', search: key });
  return { kind: 'fittings', record: rows[0]?.id ?? '', key, title: key };
}

/** Drops copies on the record; returns their ids. */
async function drop(
  names: readonly string[],
  as: 'add' | 'replace' | null = null,
  instead?: string,
): Promise<readonly string[]> {
  last += 1;
  const files: GivenFile[] = [];
  for (const name of names) {
    const bytes = name.endsWith('.obj') ? Buffer.from(OBJ) : PNG;
    const data = Buffer.concat([bytes, Buffer.from(`# ${name}`)]).toString('base64');
    const field = name.endsWith('.obj') ? 'model' : 'images';
    const { kind } = target;
    const { file, sha256 } = await desk.call('files.give', { name, kind, field, data });
    files.push({
      id: name,
      name,
      folder: '',
      size: 100,
      copy: { state: 'kept', staged: file, sha256 },
      unfit: null,
      match: null,
      choice: { target, by: 'place', as, instead, out: false },
      refused: null,
    });
  }
  const id = `intake-${last}`;
  const more = { kind: target.kind, place: target, unreadable: [], cut: false, error: null };
  addIntake({ id, phase: 'direct', name: id, files, ...more });
  await queueIntake(id);
  return files.flatMap(({ copy }) => (copy.state === 'kept' ? [copy.staged] : []));
}

/** Presses Undo on a toast, by default on the newest. */
async function undo(at = -1): Promise<void> {
  toastStore.getState().toasts.at(at)?.undo?.();
  await expect.poll(() => undoStore.getState().busy).toBe(false);
}

async function shown(field = 'images'): Promise<Json | undefined> {
  const { record } = await desk.call('records.get', { kind: target.kind, ref: target.record });
  return own(record, field);
}

const waiting = (files: readonly (string | undefined)[]) => files.map((file) => ({ $file: file }));

describe('a view of a model', () => {
  it('has a name that every disk takes, however long and odd that of its model is', async () => {
    await givePicture(target, new Blob([PNG]), 'Szafka "A": 60?.png', null);
    await givePicture(target, new Blob([PNG, 'x']), `${'ż'.repeat(300)}.png`, null);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations.flatMap(({ files }) => files.map(({ name }) => name))).toEqual([
      'Szafka -A-- 60-.png',
      `${'ż'.repeat(80)}.png`,
    ]);
  });
});

describe('Undo of dropped files', () => {
  it('leaves the pictures that were dropped before and wait too', async () => {
    const first = await drop(['a.png']);
    await drop(['b.png', 'c.png']);
    await undo();
    expect(await shown()).toEqual(waiting(first));
  });

  it('leaves the pictures that were dropped after', async () => {
    await drop(['a.png']);
    const second = await drop(['b.png']);
    await undo(-2);
    expect(await shown()).toEqual(waiting(second));
  });

  it('brings the picture back whose place was taken, of the service or waiting', async () => {
    target = await hinge('ZAW-110');
    const [first] = await drop(['a.png'], 'replace');
    await drop(['b.png', 'c.png'], 'replace');
    await undo();
    expect(await shown()).toEqual(waiting([first]));
  });

  it('brings the picture of the service back where nothing else waits', async () => {
    target = await hinge('ZAW-110');
    await drop(['a.png', 'b.png'], 'replace');
    await undo();
    expect(await shown()).toEqual([OLD]);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('brings the picture back that was sent since it was chosen to be replaced', async () => {
    const { rows } = await desk.call('records.list', { kind: 'products' });
    target = { kind: 'products', record: rows[0]?.id ?? '', key: null, title: 'Product' };
    const [first] = await drop(['a.png']);
    await desk.push();
    const sent = await shown();
    await drop(['b.png'], 'replace', first);
    expect(await shown()).not.toEqual(sent);
    await undo();
    expect(await shown()).toEqual(sent);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('brings the model back that waited before', async () => {
    const [first] = await drop(['a.obj']);
    await drop(['b.obj']);
    await undo();
    expect(await shown('model')).toEqual({ $file: first });
  });

  it('cannot lose the model that waited before, though what stood there could not be read', async () => {
    const [first] = await drop(['a.obj']);
    let silent = true;
    const gone = (input: unknown) => {
      if (silent) throw new AppError('disconnected', 'gone');
      return asked('records.get')(input);
    };
    followCore(fakeCore({ ...throughCalls(), 'records.get': gone }).client);
    dismissAll();
    await drop(['b.obj']).catch(() => {});
    silent = false;
    await undo();
    expect(await shown('model')).toEqual({ $file: first });
  });

  it('leaves nothing in the outbox where nothing else waited', async () => {
    await drop(['a.png', 'b.obj']);
    await undo();
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('shows what can be done where they were sent meanwhile', async () => {
    await drop(['a.png']);
    await desk.push();
    await undo();
    expect(taskStore.getState().open).toMatchObject({ id: 'plan', plan: { counts: { error: 1 } } });
  });

  it('leaves the pictures that wait when a view of the model is taken back', async () => {
    const first = await drop(['a.png']);
    await givePicture(target, new Blob([PNG]), 'view.png', null);
    await undo();
    expect(await shown()).toEqual(waiting(first));
  });
});

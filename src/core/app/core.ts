import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import { dispatcher } from '#contract/rpc/serve.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import { isWrite, Listeners, readDispatch } from './coreApi.ts';
import type { Core } from './coreApi.ts';
import type { Platform } from '../platform/platform.ts';
import { attachRows } from '../catalogue/queries/attachRows.ts';
import { busy } from '../workspace/instanceLock.ts';
import { openWriter } from './writer.ts';
import type { Writer } from './writer.ts';
import { closeStores, openStores } from '../workspace/readStores.ts';
import type { ReadStores } from '../workspace/readStores.ts';

export type { Core } from './coreApi.ts';

/**
 * The halves of a profile that a shell needs.
 *
 * A reader can work while another program writes.
 */
export type Access = 'write' | 'read';

/**
 * Opens a profile in this process.
 *
 * Throws `busy` when another Cabinet writes to it.
 */
export function openCore(platform: Platform, access: Access = 'write'): Core {
  let stores: ReadStores | null = null;
  const listeners = new Listeners((changed) => attachRows(stores, changed));
  const writer = access === 'write' ? openWriter(platform, listeners.emit) : null;
  stores = openStores(platform);
  return joinCore(stores, writer, listeners, platform);
}

function joinCore(
  stores: ReadStores,
  writer: Writer | null,
  listeners: Listeners,
  platform: Platform,
): Core {
  const reads = readDispatch(stores, platform);
  const writes = writer === null ? refuseWrites : dispatcher(writer.handlers);
  const dispatch: Dispatch = async (name, input) => {
    if (isWrite(name)) return writes(name, input);
    writer?.catchUp();
    return reads(name, input);
  };
  return {
    dispatch,
    call: async <N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> =>
      // The handlers are typed by the same table of procedures.
      (await dispatch(name, input)) as Output<N>,
    on: listeners.on,
    close: async () => {
      closeStores(stores);
      await writer?.close();
    },
  };
}

const refuseWrites: Dispatch = () => Promise.reject(busy());

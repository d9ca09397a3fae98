import type { Emit } from '#contract/events.ts';
import type { Platform } from '../platform/platform.ts';
import type { Db } from '../store/database.ts';
import type { AssetStore } from '../store/assetStore.ts';
import type { FileStore } from '../store/fileStore.ts';
import type { RecordStore } from '../store/recordStore.ts';
import type { RowStore } from '../store/rowStore.ts';
import type { ClientCertificates } from './clientCertificates.ts';
import type { Proxies } from './proxies.ts';
import type { WorkStores } from '../store/workStores.ts';

/** One profile opened for writing: its databases, their stores, and the platform. */
export interface Workspace extends WorkStores {
  /** Its requests go through `proxies` and present the certificate of `certificates`. */
  readonly platform: Platform;
  readonly certificates: ClientCertificates;
  readonly proxies: Proxies;
  /** The profile's folder. */
  readonly folder: string;
  readonly cache: Db;
  /** The file knowledge: disposable, like the mirror. */
  readonly filesDb: Db;
  readonly records: RecordStore;
  readonly rows: RowStore;
  readonly files: FileStore;
  readonly assets: AssetStore;
  readonly emit: Emit;
}

import { ActivityStore } from './activityStore.ts';
import type { Db } from './database.ts';
import { EntityStore } from './entityStore.ts';
import { MetaStore, SettingStore } from './metaStore.ts';
import { OperationStore } from './operationStore.ts';
import { RestoredStore } from './restoredStore.ts';
import { ServiceFactStore } from './serviceFactStore.ts';
import { UploadStore } from './uploadStore.ts';

/** The stores of `work.db`, for its writer and its readers. */
export interface WorkStores {
  readonly work: Db;
  readonly entities: EntityStore;
  readonly operations: OperationStore;
  readonly restored: RestoredStore;
  readonly uploads: UploadStore;
  readonly activity: ActivityStore;
  readonly meta: MetaStore;
  readonly settings: SettingStore;
  readonly facts: ServiceFactStore;
}

/** Returns the stores over an open `work.db`; `decided` are the managed settings. */
export function workStores(
  work: Db,
  decided?: ConstructorParameters<typeof SettingStore>[1],
): WorkStores {
  return {
    work,
    entities: new EntityStore(work),
    operations: new OperationStore(work),
    restored: new RestoredStore(work),
    uploads: new UploadStore(work),
    activity: new ActivityStore(work),
    meta: new MetaStore(work),
    settings: new SettingStore(work, decided),
    facts: new ServiceFactStore(work),
  };
}

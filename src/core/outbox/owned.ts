import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';

/** An operation with its record. */
export interface OperationWithEntity {
  readonly operation: StoredOperation;
  readonly entity: Entity;
}

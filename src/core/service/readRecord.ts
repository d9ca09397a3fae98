import type { JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { rowShape } from '../store/rowShape.ts';
import type { RowShape } from '../store/rowShape.ts';
import type { ListedRecord, RawRecord } from './types.ts';

/** One record of a list that was parsed here; its row is derived on access. */
export class ReadRecord implements ListedRecord, RawRecord {
  readonly id: string;
  readonly record: JsonObject;
  readonly bytes: Buffer;
  readonly digest: Uint8Array;
  readonly #resource;

  constructor(
    resource: Resource,
    { id, record, bytes, digest }: Pick<ReadRecord, 'id' | 'record' | 'bytes' | 'digest'>,
  ) {
    this.#resource = resource;
    this.id = id;
    this.record = record;
    this.bytes = bytes;
    this.digest = digest;
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }

  get row(): RowShape {
    return rowShape(this.#resource, this.record);
  }
}

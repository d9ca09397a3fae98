import path from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { STATES } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import type { ProductDraft, ProductDraftHead, DraftPart } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { PNG } from '../../../../support/desk.ts';
import type { TestWorkstation } from '../../../../support/desk.ts';
import { sha } from './facts.ts';
import type { Kept, Wanted } from './facts.ts';

/** The past steps of a walk and their expected results. */
export class WalkState {
  readonly desk: TestWorkstation;
  readonly plans: Kept[] = [];
  /** The expected result of each creation, by record id. */
  readonly wanted = new Map<string, Wanted>();
  /** Names of things whose creation was discarded while it may still have arrived. */
  readonly risky = new Set<string>();
  /** The records that another user has removed or created. */
  readonly removed = new Set<string>();
  /** Records whose contents were changed in a way that this walk does not follow. */
  readonly loose = new Set<string>();
  /** The digest of each staged file. */
  readonly bytes = new Map<string, string>();
  /** Copies that went when nothing needed them any more. */
  readonly parted = new Set<string>();
  /** The files that were chosen, where the person keeps them. */
  readonly sources: string[] = [];
  /** The number that was given last. */
  count = 0;
  /** The past steps, printed when a walk fails. */
  readonly trace: string[] = [];

  constructor(desk: TestWorkstation) {
    this.desk = desk;
  }

  /** Where copies of chosen files are kept. */
  staged(): string {
    return path.join(this.desk.folder, 'data', 'profiles', 'default', 'staged');
  }

  note(line: string): void {
    this.trace.push(line);
  }

  pick<T>(list: readonly T[], at: number): T | undefined {
    return list.length === 0 ? undefined : list[at % list.length];
  }

  /** Returns the pending operations. */
  operations(): Promise<readonly Operation[]> {
    return this.desk.call('outbox.list', {}).then(({ operations }) => operations);
  }

  /** All that waits or ever did. */
  async everything(): Promise<readonly Operation[]> {
    const { operations } = await this.desk.call('outbox.list', {
      states: [...STATES],
      limit: 10_000,
    });
    return operations;
  }

  head(plan: string): Promise<ProductDraftHead & { draft: ProductDraft }> {
    return this.desk.call('productDrafts.get', { plan });
  }

  /** A part as it is typed, under one of three codes. */
  newPart(kind: Kind, b: number): DraftPart {
    this.count += 1;
    const part = `part-${this.count}`;
    const code = `${kind}-${b % 3}`;
    const values: Record<Kind, JsonObject> = {
      'edge-bands': { code, name: `Band ${this.count}`, thickness: '0,8' },
      materials: { SIFRA: code, name: `Board ${this.count}`, price: '12,50' },
      fittings: { kod: code, name: `Hinge ${this.count}` },
      products: {
        name: `Product ${this.count}`,
        status: '1',
        date: '2026-03-02',
        materialy: { korpus: { SIFRA: `materials-${b % 3}` } },
        main: { okucia: [{ kod: `fittings-${b % 3}` }] },
      },
    };
    return { part, kind, values: values[kind], files: [], use: null };
  }

  /**
   * Saves the typed parts.
   *
   * The core must refuse this for a queued plan and keep the plan unchanged.
   */
  async save(kept: Kept, parts: readonly DraftPart[], name = kept.name): Promise<void> {
    const { state } = await this.head(kept.plan);
    const draft = { parts: [...parts] };
    const saving = this.desk.call('productDrafts.save', { plan: kept.plan, name, draft });
    if (state === 'queued') {
      await expect(saving).rejects.toMatchObject({ code: 'state' });
      return;
    }
    await saving;
    kept.name = name;
    kept.draft = draft;
  }

  /** Chooses a file that nobody chose before. */
  async stage(kind: Kind, field: string) {
    this.count += 1;
    const isPicture = resourceOf(kind).fields[field]?.content === 'picture';
    const name = `file-${this.count}${isPicture ? '.png' : '.obj'}`;
    const bytes = isPicture
      ? Buffer.concat([PNG, Buffer.from(`#${this.count}`)])
      : Buffer.from(`o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# ${this.count}\n`);
    const source = this.desk.file(name, bytes);
    this.sources.push(source);
    const { file, sha256 } = await this.desk.call('files.stage', { path: source, kind, field });
    expect(sha256).toBe(sha(bytes));
    this.bytes.set(file, sha256);
    return { field, file, name };
  }
}

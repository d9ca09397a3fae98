import { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { ReviewItem } from '#contract/review.ts';

/** Number of records in the review of the tests. */
export const TOTAL = 6;

interface Kept {
  mark: string | null;
  comment: string;
  /** Number of decisions about the record. */
  decided: number;
}

/** Fake core that keeps marks as the real one does, and answers when the test lets it. */
export class Records {
  readonly kept: Kept[] = Array.from({ length: TOTAL }, () => ({
    mark: null,
    comment: '',
    decided: 0,
  }));
  position = 0;
  fault: AppError | null = null;
  gate: PromiseWithResolvers<void> | null = null;

  hold(): () => void {
    const gate = Promise.withResolvers<void>();
    this.gate = gate;
    return () => {
      this.gate = null;
      gate.resolve();
    };
  }

  readonly mark = async ({ index, mark, comment, advance }: Input<'review.mark'>) => {
    await this.gate?.promise;
    if (this.fault !== null) throw this.fault;
    const row = this.kept[index];
    if (row === undefined) throw new AppError('not-found', 'There is no such record.');
    if (comment !== undefined) row.comment = comment;
    if (mark !== undefined) Object.assign(row, { mark, decided: row.decided + 1 });
    const open = this.kept.findIndex((each, at) => at > index && each.mark === null);
    this.position = advance === true && open >= 0 ? open : index;
    return this.session();
  };

  readonly session = () => ({
    session: 's',
    name: 'Bands',
    source: { from: 'problems', filter: {} } as const,
    total: TOTAL,
    position: this.position,
    approved: 0,
    flagged: 0,
    skipped: 0,
    createdAt: 0,
    updatedAt: 0,
  });

  readonly place = (index: number): ReviewItem => ({
    index,
    kind: 'edge-bands',
    id: `band-${index}`,
    key: null,
    title: `Band ${index}`,
    mark: null,
    comment: this.kept[index]?.comment ?? '',
    markedAt: null,
    gone: false,
    problems: 0,
  });
}

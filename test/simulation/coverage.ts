/** Topics under which a run counts its coverage. */
export type Topic =
  | 'action'
  | 'fault'
  | 'pair'
  | 'state'
  | 'reason'
  | 'cell'
  | 'death'
  | 'gap'
  | 'amended'
  | 'behind';

/** Counts the cases that a run reached, so that a run with too little coverage can be refused. */
export class Coverage {
  readonly counts = new Map<string, number>();

  hit(topic: Topic, what: string, times = 1): void {
    const key = `${topic}: ${what}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + times);
  }

  /** Counts every pair of things that happened in the same run. */
  pairs(topic: Topic, all: readonly string[]): void {
    const sorted = [...all].sort();
    sorted.forEach((one, index) => {
      for (const other of sorted.slice(index + 1)) this.hit(topic, `${one} + ${other}`);
    });
  }

  add(counts: Iterable<readonly [string, number]>): void {
    for (const [key, count] of counts) this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }

  of(topic: Topic, what: string): number {
    return this.counts.get(`${topic}: ${what}`) ?? 0;
  }

  /** How many different things of a topic were reached. */
  width(topic: Topic): number {
    return [...this.counts.keys()].filter((key) => key.startsWith(`${topic}: `)).length;
  }
}

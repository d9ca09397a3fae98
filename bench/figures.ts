import type { Values } from './tools/measure.ts';

/** One line of the table: a value, its reference value and its target. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly unit: 'ms' | 'MB';
  /** Id of the figure of the same run that is the limit, or the peer's value. */
  readonly against?: string;
  /** Largest allowed multiple of the reference; for a peer: smallest speed-up over it. */
  readonly ratio?: number;
  /** Largest allowed value. */
  readonly most?: number;
  readonly peer?: boolean;
}

/** One section of the table. */
export interface Chapter {
  readonly title: string;
  readonly figures: readonly Figure[];
}

const ms = (id: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  id,
  title,
  unit: 'ms',
  ...rest,
});
const mb = (id: string, title: string, most?: number): Figure => ({
  id,
  title,
  unit: 'MB',
  ...(most === undefined ? {} : { most }),
});

/** All measured figures, in the order of the table. */
export const chapters: readonly Chapter[] = [
  {
    title: 'Reading the catalogue',
    figures: [
      ms('limit.load', 'limit: fetch, parse, insert id and text of each record'),
      ms('limit.fetch', 'limit: fetch and parse'),
      ms('pull.cold', 'first pull, complete, searchable, verified', {
        against: 'limit.load',
        ratio: 2,
      }),
      ms('pull.soon', 'second pull, nothing changed, before the background work of the first', {
        against: 'limit.fetch',
        ratio: 1,
      }),
      ms(
        'pull.behind',
        'background work after the first pull: search index, problems, missing images',
      ),
      ms('pull.unchanged', 'pull, nothing changed', { against: 'limit.fetch', ratio: 1 }),
      ms('pull.changed', 'pull, 1 % changed, spread', { against: 'limit.fetch', ratio: 1.6 }),
    ],
  },
  {
    title: 'The same in processor time, all threads of the process',
    figures: [
      ms('limit.load.cpu', 'limit: fetch, parse, insert id and text of each record'),
      ms('limit.fetch.cpu', 'limit: fetch and parse'),
      ms('pull.cold.cpu', 'first pull', { against: 'limit.load.cpu' }),
      ms('pull.behind.cpu', 'background work after the first pull'),
      ms('pull.unchanged.cpu', 'pull, nothing changed', { against: 'limit.fetch.cpu' }),
      ms('pull.changed.cpu', 'pull, 1 % changed, spread', { against: 'limit.fetch.cpu' }),
    ],
  },
  {
    title: 'Delays during the first pull',
    figures: [
      ms('delay.idle.p99', 'event loop, idle, p99'),
      ms('delay.p99', 'event loop during the first pull, p99', { most: 20 }),
      ms('delay.max', 'event loop during the first pull, max', { most: 50 }),
      ms('delay.list.p99', 'list of 50 rows during the first pull, p99'),
      ms('delay.edit.p50', 'new record during the first pull, p50'),
      ms('delay.edit.max', 'new record during the first pull, max'),
    ],
  },
  {
    title: 'Lists',
    figures: [
      ms('open.first', 'open the profile and show 50 sorted rows', { most: 30 }),
      ms('open.updated', 'first 50 rows of the first start behind an update of the lists', {
        most: 1000,
      }),
      ms('limit.search3.p95', 'limit: bare full-text query, 3 letters, sorted, p95'),
      ms('search3.p50', 'search, 3 letters, p50'),
      ms('search3.p95', 'search, 3 letters, p95', { against: 'limit.search3.p95', ratio: 1.5 }),
      ms('limit.search8.p95', 'limit: bare full-text query, 8 letters, sorted, p95'),
      ms('search8.p50', 'search, 8 letters, p50'),
      ms('search8.p95', 'search, 8 letters, p95', { against: 'limit.search8.p95', ratio: 1.5 }),
      ms('page.plain', 'first 50 rows, by code'),
      ms('page.top', '200 rows by price, top', { most: 5 }),
      ms('page.deep', '200 rows by price, at 90 %', { most: 5 }),
      ms('page.filtered.top', '200 rows of one manufacturer by price, top', { most: 5 }),
      ms('page.filtered.deep', '200 rows of one manufacturer by price, deep', { most: 5 }),
      ms('ids', 'ids of all rows, sorted'),
    ],
  },
  {
    title: 'Changes and files',
    figures: [
      ms('limit.commit', 'limit: one durable commit'),
      ms('limit.edit', 'limit: one durable commit in another thread, with its message and answer'),
      ms('edit', 'edit, durable and shown in the list', { against: 'limit.commit', ratio: 3 }),
      ms('edit.window', 'edit by a window over a WebSocket, durable and shown'),
      ms('edit.read', 'edit until its list is read again'),
      ms('limit.commit.first', 'limit: one durable commit just after a start'),
      ms('edit.first', 'edit just after a start, the first sixty', {
        against: 'limit.commit.first',
      }),
      ms('push.queue', 'edit, durable, one of 1,000'),
      ms('limit.push', 'limit: 1,000 × read, change, read, 5 ms a request'),
      ms(
        'limit.push.kept',
        'limit: 1,000 × read, change, read; each change is on the disk before it is sent',
      ),
      ms('push', '1,000 edits sent and read back, 5 ms a request', {
        against: 'limit.push',
        ratio: 1.3,
      }),
      ms('limit.stage', 'limit: copy and hash 200 MB'),
      ms('file.stage', 'stage 200 MB', { against: 'limit.stage', ratio: 1.3 }),
      ms('limit.send', 'limit: send 200 MB with a plain client'),
      ms('file.send', 'send 200 MB, recorded and read back', {
        against: 'limit.send',
        ratio: 1.11,
      }),
      mb('file.memory', 'additional memory while staging and sending 200 MB', 64),
    ],
  },
  {
    title: 'Between threads and processes',
    figures: [50, 200, 1000].flatMap((rows) => [
      ms(`limit.clone.${rows}`, `limit: structured clone of ${rows} rows`),
      ms(`wire.thread.${rows}`, `${rows} rows from a thread`, {
        against: `limit.clone.${rows}`,
        ratio: 2,
      }),
      ms(`limit.json.${rows}`, `limit: ${rows} rows as JSON over a WebSocket`),
      ms(`wire.socket.${rows}`, `${rows} rows over a WebSocket`, {
        against: `limit.json.${rows}`,
        ratio: 2,
      }),
      ms(`wire.memory.${rows}`, `${rows} rows inside one process`),
    ]),
  },
  {
    title: 'Problems',
    figures: [
      ms('problems.all', 'all rules over all records'),
      ms('problems.all.cpu', 'all rules over all records, processor time', { most: 3_000 }),
      ms('problems.edit', 'records affected by an edit, checked again', { most: 5 }),
    ],
  },
  {
    title: 'What the records have in common',
    figures: [
      ms('learned.all', 'every value of every record, counted'),
      ms('learned.all.cpu', 'every value of every record, counted, processor time', {
        most: 2_000,
      }),
      ms('learned.edit', 'a changed record, counted again, in processor time', { most: 2 }),
      ms('learned.values', 'the known values of a field, narrowed by another', { most: 16 }),
      ms('learned.schema', 'everything known of a kind, with references'),
    ],
  },
  {
    title: 'Memory and disk',
    figures: [
      mb('memory.pull', 'peak memory during the first pull with a busy window', 300),
      mb('memory.behind', 'memory after the background work of the first pull', 300),
      mb('memory.open', 'memory, catalogue open and searched', 300),
      mb('memory.whole', 'memory with 2.2 × as many records, open, searched and edited', 300),
      mb(
        'memory.whole.behind',
        'memory with 2.2 × as many records, after the background work',
        300,
      ),
      mb('disk', 'disk, index and full text included'),
    ],
  },
  {
    title: 'Peers',
    figures: [
      ms('pouch.ingest', 'PouchDB: first download', {
        against: 'pull.cold',
        ratio: 1.4,
        peer: true,
      }),
      ms('pouch.resync', 'PouchDB: download again', {
        against: 'pull.unchanged',
        ratio: 20,
        peer: true,
      }),
      ms('pouch.search', 'PouchDB: search', { against: 'search3.p95', ratio: 100, peer: true }),
      ms('json.ingest', 'one JSON file: first download'),
      ms('json.open', 'one JSON file: open and show 50 sorted rows', {
        against: 'open.first',
        ratio: 1,
        peer: true,
      }),
      ms('json.search', 'one JSON file in memory: search'),
    ],
  },
  {
    title: 'In the window (Chromium, browser shell)',
    figures: [
      ms('window.start', 'start to first rows'),
      ms('window.frame.p95', 'scrolling, frame, p95'),
      ms('window.frame.p99', 'scrolling, frame, p99', { most: 33 }),
      ms('window.main.p50', 'of which processor time of the page’s main thread, a frame, p50'),
      ms('window.main.p99', 'the same, p99', { most: 33 }),
      ms(
        'window.pixels.p50',
        'processor time of making pixels without a graphics card, a frame, p50',
      ),
      ms('window.pixels.p99', 'the same, p99'),
      ms('window.key.p50', 'key press to filtered rows, p50'),
      ms('window.key.p95', 'key press to filtered rows, p95', { most: 50 }),
      ms('window.count.p50', 'key press to how many there are, p50'),
      ms('window.count.p95', 'key press to how many there are, p95'),
    ],
  },
];

/** Returns the ratio of a figure; null when it has no reference or was not measured. */
export function ratioOf(figure: Figure, values: Values): number | null {
  const [own, other] = [values[figure.id], values[figure.against ?? '']];
  if (own === undefined || other === undefined) return null;
  return own / other;
}

/** Returns whether a figure reaches its target; null when it has none or was not measured. */
export function isReached(figure: Figure, values: Values): boolean | null {
  const own = values[figure.id];
  if (own === undefined) return null;
  if (figure.most !== undefined) return own <= figure.most;
  const ratio = ratioOf(figure, values);
  if (ratio === null || figure.ratio === undefined) return null;
  return figure.peer === true ? ratio >= figure.ratio : ratio <= figure.ratio;
}

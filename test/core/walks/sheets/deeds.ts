import fs from 'node:fs';
import path from 'node:path';
import type { Issue } from '#contract/errors.ts';
import type { ExportFormat } from '#contract/changesets/sheet.ts';
import { OBJ } from '#test/support/desk.ts';
import { sendAll } from '#test/support/editing.ts';
import { openFile, rowsOf, undo } from '#test/support/sheets.ts';
import { keepAsset, pull } from '../../history/desk.ts';
import { must } from './bench.ts';
import type { Bench, Known } from './bench.ts';
import { learned, plan, queue } from './imports.ts';
import type { Picks, Plan } from './imports.ts';
import { nameOf, SHEETS } from './kinds.ts';
import type { KindSheet } from './kinds.ts';

export const DEEDS = [
  'import',
  'export',
  'later',
  'rejects',
  'again',
  'undo',
  'hand',
  'send',
  'draft',
  'fix',
] as const;
export interface Step {
  readonly do: (typeof DEEDS)[number];
  readonly picks: Picks;
}

interface Exported {
  readonly sheet: KindSheet;
  readonly file: string;
  readonly known: Known;
}

const FORMATS: readonly ExportFormat[] = [
  { format: 'csv', separator: ';', decimal: ',', encoding: 'utf-8', bom: true },
  { format: 'csv', separator: ',', decimal: '.', encoding: 'utf-8', bom: false },
  { format: 'csv', separator: '\t', decimal: ',', encoding: 'utf-16be', bom: true },
  { format: 'xlsx' },
  { format: 'json' },
];

/** The actions of the user with sheets and deleted records. */
export class Deeds {
  readonly #bench;
  #exported: Exported | null = null;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async step({ do: what, picks }: Step): Promise<void> {
    this.#bench.count(what);
    await this.#take(what, picks);
    await this.#bench.check();
  }

  async #take(what: Step['do'], picks: Picks): Promise<void> {
    const [a, b] = picks;
    const sheet = SHEETS[a % SHEETS.length];
    if (sheet === undefined) return;
    switch (what) {
      case 'import':
        return queue(this.#bench, await plan(this.#bench, sheet, picks), [b, a, 0]);
      case 'export':
        return this.#export(sheet, b);
      case 'later':
        return this.#later();
      case 'rejects':
        return this.#rejects(sheet, picks);
      case 'again':
        return this.#again(sheet, b);
      case 'undo':
        return this.#undo(sheet, picks);
      case 'hand':
        return this.#hand(sheet, b);
      case 'send':
        return this.send();
      case 'draft':
        return this.#draft(a, b);
      case 'fix':
        return this.#fix(picks);
    }
  }

  async send(): Promise<void> {
    await sendAll(this.#bench.desk);
    await pull(this.#bench.desk);
  }

  /** An export that is imported as it is changes nothing. */
  async #export(sheet: KindSheet, pick: number): Promise<void> {
    const { desk } = this.#bench;
    const as = FORMATS[pick % FORMATS.length] ?? { format: 'json' };
    const to = path.join(desk.folder, `s/export-${this.#bench.next()}.${as.format}`);
    await desk.call('sheets.export', { query: { kind: sheet.kind }, as, to });
    const exported = { sheet, file: to, known: this.#bench.known(sheet) };
    await this.#same(exported);
    this.#exported = exported;
  }

  async #same({ sheet, file, known }: Exported): Promise<void> {
    const { desk } = this.#bench;
    const now = this.#bench.known(sheet);
    const { sheet: id } = await openFile(desk, sheet.kind, file);
    const { counts } = await desk.call('sheets.check', { sheet: id });
    const changed = [...known].filter(([ident, { name, number }]) => {
      const kept = now.get(ident);
      return kept !== undefined && (kept.name !== name || kept.number !== number);
    }).length;
    const all = await rowsOf(desk, id);
    const errors = all.filter(({ outcome, issues }) => outcome === 'error' && !isExplained(issues));
    const isRight = counts.error === 0 ? counts.changed === changed : counts.changed <= changed;
    if (counts.new === 0 && isRight && errors.length === 0) return;
    const rows = all.filter(({ outcome }) => outcome !== 'same');
    const told = JSON.stringify({ changed, counts, rows });
    must(false, `export of ${sheet.kind} ${file}: ${told}`);
  }

  /** A later import of the exported sheet restores only the values that changed since. */
  async #later(): Promise<void> {
    const exported = this.#exported;
    if (exported !== null) await this.#same(exported);
  }

  async #rejects(sheet: KindSheet, [a, b, c]: Picks): Promise<void> {
    const bench = this.#bench;
    const { desk } = bench;
    const first = await plan(bench, sheet, [a % 6, b, c]);
    const bad = first.meant.filter(({ cells }) => cells[sheet.bad[0]] === 'dużo');
    if (bad.length === 0) return;
    const errors = first.meant.filter(({ does }) => does === 'error').length;
    const to = path.join(desk.folder, `s/rejects-${bench.next()}.${first.format}`);
    const { rows } = await desk.call('changesets.rejects', { plan: first.plan, to });
    must(rows === errors, `${rows} rejects of ${errors}`);
    const { counts } = await this.#open(sheet, to);
    must(
      counts.error === errors && counts.new + counts.changed === 0,
      `rejects as they are: ${JSON.stringify(counts)} of ${errors}`,
    );
    if (first.format === 'xlsx') return bench.count('rejects of a workbook');
    const mended = to.replace('rejects', 'mended');
    const bytes = fs.readFileSync(to);
    const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
    const text = bytes.toString(isWide ? 'utf16le' : 'utf8');
    // The reason quotes it too, behind the cell.
    const done = text.replaceAll(/(^|[\t;"])dużo(?=[\t;"\r])/gmu, `$1${sheet.bad[1]}`);
    fs.writeFileSync(mended, done, isWide ? 'utf16le' : 'utf8');
    const again = await this.#open(sheet, mended);
    if (again.counts.new !== bad.length) {
      const all = await rowsOf(desk, again.plan);
      must(false, `mended: ${JSON.stringify({ counts: again.counts, bad, all })}`);
    }
    await desk.call('changesets.queue', { plan: again.plan });
    const number = sheet.number === null ? null : 7.5;
    const meant = bad.map((each) => ({
      ...each,
      does: 'new' as const,
      kept: { ...each.kept, number },
    }));
    const planned: Plan = { ...first, meant };
    bench.know(sheet, learned(bench.known(sheet), planned, new Set()));
    bench.count('rejects mended');
  }

  async #open(sheet: KindSheet, file: string) {
    const { sheet: id } = await openFile(this.#bench.desk, sheet.kind, file);
    return this.#bench.desk.call('sheets.check', { sheet: id });
  }

  /** A record is deleted, here or there, and made again in two windows at once: it is there once. */
  async #again(sheet: KindSheet, pick: number): Promise<void> {
    const bench = this.#bench;
    const { desk } = bench;
    await this.send();
    const all = await bench.seen(sheet);
    const one = all[pick % all.length];
    if (one === undefined) return;
    const { kind } = sheet;
    for (const record of desk.service.state.all(sheet.stored))
      if (record['_id'] === one.id)
        for (const field of ['modelPath', 'PICFILE']) {
          const file = record[field];
          if (typeof file === 'string' && file.endsWith('.obj')) keepAsset(desk, file, OBJ);
        }
    if (pick % 2 === 0) desk.service.state.remove(sheet.stored, one.id);
    else await desk.call('records.remove', { kind, ref: one.id });
    await this.send();
    const got = await desk.call('trash.get', { kind, id: one.id });
    const both = await Promise.allSettled(
      [1, 2].map(() => desk.call('trash.createAgain', { kind, id: one.id })),
    );
    const made = both.filter(({ status }) => status === 'fulfilled').length;
    must(made === (got.ready ? 1 : 0), `${kind} ${one.ident}: made again ${made} times`);
    bench.count(`again ${made}`);
    if (made === 0) bench.forget(sheet, one.ident);
  }

  /** Undoes and redoes the changes of a sheet. */
  async #undo(sheet: KindSheet, picks: Picks): Promise<void> {
    const bench = this.#bench;
    const before = bench.known(sheet);
    const planned = await plan(bench, sheet, picks);
    const { group } = await bench.desk.call('changesets.queue', { plan: planned.plan });
    if (group === null) return;
    bench.know(sheet, learned(before, planned, new Set()));
    await bench.check();
    if (picks[1] % 3 === 0) await this.send();
    await undo(bench.desk, group);
    bench.know(sheet, before);
    if (picks[1] % 3 === 0) await this.send();
    await bench.check();
  }

  async #hand(sheet: KindSheet, pick: number): Promise<void> {
    const bench = this.#bench;
    const all = await bench.seen(sheet);
    const one = all[pick % all.length];
    if (one === undefined) return;
    const name = nameOf(pick, bench.next(), true);
    const values = { name };
    await bench.desk.call('records.update', { kind: sheet.kind, ref: one.id, values, files: [] });
    bench.learn(sheet, one.ident, { name, number: one.number });
  }

  /** A typed draft survives a restart. */
  async #draft(a: number, b: number): Promise<void> {
    const { desk } = this.#bench;
    const key = `new:${SHEETS[a % SHEETS.length]?.kind ?? ''}`;
    const draft = { typed: { name: nameOf(b, a, true) }, base: null, files: [], at: b };
    await desk.call('drafts.set', { key, draft });
    await desk.restart();
    const read = await desk.call('drafts.get', { key });
    must(JSON.stringify(read.draft) === JSON.stringify(draft), `draft: ${JSON.stringify(read)}`);
  }

  /** A problem is mended while a sheet that names the same record is being queued. */
  async #fix([a, b, c]: Picks): Promise<void> {
    const bench = this.#bench;
    const { desk } = bench;
    const [sheet] = SHEETS;
    if (sheet === undefined) return;
    await this.send();
    const kod = `P-${bench.next()}`;
    desk.service.state.insert('fittings', { kod, name: kod, price: '12 zł', images: [] });
    await pull(desk);
    const { fixes } = await desk.call('problems.fixes', { filter: { kinds: ['fittings'] } });
    const shown = fixes.filter(({ key }) => key === kod);
    must(shown.length === 1, `${shown.length} mends of ${kod}`);
    const planned = await plan(bench, sheet, [a % 6, b, c]);
    const queueing = desk.call('changesets.queue', { plan: planned.plan });
    const mends = shown.map(({ kind, id, rule, field, changes }) => ({
      kind,
      id,
      rule,
      field,
      changes,
    }));
    const { queued } = await desk.call('problems.fix', { fixes: mends });
    must(queued === 1, `${queued} mends of ${kod} were queued`);
    must((await queueing).left === 0, 'a row was left out');
    const known = new Map([...bench.known(sheet), [kod, { name: kod, number: 12 }]]);
    bench.know(sheet, learned(known, planned, new Set()));
  }
}

/** One that is gone, or was made again under another id. */
function isExplained(issues: readonly Issue[]): boolean {
  return issues.every(({ place }) => place === '_id');
}

import { AppError, invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import { visibleText } from '#contract/visibleText.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { checkValues } from '#contract/values.ts';
import { fieldAt, nested, valueAt } from '../../record/fieldPaths.ts';
import type { FieldChange } from '../../record/diff.ts';
import { keyVariants } from '../../outbox/keyVariants.ts';
import { nameOf } from '../../outbox/draft.ts';
import { filesIn } from '../../record/fileFields.ts';
import { findKeyConflict } from '../../outbox/keyConflict.ts';
import { rowDoubts } from '../doubts.ts';
import type { Doubts } from '../doubts.ts';
import type { ChangesetJob } from '../job.ts';
import type { NewRow, ChangesetStore } from '../changesetStore.ts';
import { filesAsShown } from '../sentFiles.ts';
import { previewUpdate, subjectOf } from '../subject.ts';
import type { Subject } from '../subject.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { filesBeside } from './besideFiles.ts';
import { EMPTY, isBlank } from './cell.ts';
import type { SheetRow } from './cell.ts';
import { cellText, plainText } from './cellText.ts';
import { keptOf } from './keptCell.ts';
import { moreCells, tooMany } from './moreCells.ts';
import { namesakeIssue } from './namesake.ts';
import { NearCodes } from './nearCodes.ts';
import { readRow, missingCode } from './readRow.ts';
import type { ReadColumn, ReadRow } from './readRow.ts';
import { sheetRows } from './sheetRows.ts';
import { notTaken, DuplicateRows, twinIssue } from './duplicateRows.ts';
import type { CheckedRow } from './duplicateRows.ts';
import { texts } from '../../store/cells.ts';
import type { OpenSheet } from './openedSheet.ts';

const PIECE = 50;

/**
 * Checks a whole sheet and fills a changeset with the result of each row.
 *
 * No other data is written.
 */
export async function checkSheet(
  ws: Workspace,
  plan: ChangesetStore,
  sheet: OpenSheet,
  job: ChangesetJob,
): Promise<void> {
  const checker = new Checker(ws, plan, sheet);
  const firstRow = sheet.format === 'json' ? 1 : sheet.dialect.headerRow + 1;
  let seen = 0;
  for await (const { rows, part } of sheetRows(sheet, plan.db)) {
    const wanted = rows.filter(({ row, cells }) => row >= firstRow && !isBlank(cells));
    // There may be a million blank rows.
    if (wanted.length === 0) await job.pause(seen, part);
    if (job.stopped) return;
    for (let at = 0; at < wanted.length; at += PIECE) {
      if (job.stopped) return;
      const piece = wanted.slice(at, at + PIECE);
      checker.add(piece);
      seen += piece.length;
      await job.pause(seen, part);
    }
  }
  await job.pause(seen, 1);
}

/** Turns rows of a sheet into rows of a changeset. */
class Checker {
  readonly #ws;
  readonly #plan;
  readonly #sheet;
  readonly #resource;
  readonly #columns: readonly ReadColumn[];
  readonly #byCode;
  readonly #twins;
  readonly #near;

  constructor(ws: Workspace, plan: ChangesetStore, sheet: OpenSheet) {
    this.#ws = ws;
    this.#plan = plan;
    this.#sheet = sheet;
    this.#resource = resourceOf(sheet.kind);
    this.#twins = new DuplicateRows(plan, this.#resource.key !== null);
    this.#near = new NearCodes(ws.cache, sheet.kind, plan);
    this.#columns = sheet.columns.flatMap(({ field, ...rest }) =>
      field === null ? [] : [{ ...rest, field }],
    );
    this.#byCode = ws.cache
      .prepare(`SELECT id FROM ${tablesOf(sheet.kind).rows} WHERE key = ? ORDER BY rid LIMIT 20`)
      .pluck();
  }

  add(rows: readonly SheetRow[]): void {
    const made: NewRow[] = [];
    for (const row of rows) made.push(this.#besideOthers(this.#rowOf(row), made));
    this.#plan.addAll(made);
    this.#twins.clear();
  }

  /**
   * Rejects both of two rows with the same code or name.
   *
   * The intended one cannot be guessed. Nearly equal codes of new records get a warning.
   */
  #besideOthers(row: CheckedRow, made: NewRow[]): NewRow {
    const issues = this.#twins.of(row).map((twin) => {
      const place = twin.is === 'name' ? this.#titleName() : this.#keyName();
      const told = [twinIssue({ ...twin, row: row.row }, place)];
      const at = made.findIndex((each) => each.row === twin.row);
      const earlier = made[at];
      if (earlier !== undefined) made[at] = notTaken(earlier, told);
      else this.#plan.fail(twin.row, told);
      return twinIssue(twin, place);
    });
    if (issues.length > 0) return notTaken(row, issues);
    return this.#near.besideRows(row, made, this.#keyName());
  }

  #titleName(): string {
    return (
      this.#columns.find(({ field }) => field === this.#resource.title)?.name ?? this.#keyName()
    );
  }

  #keyName(): string {
    const named = (field: string | null) =>
      this.#columns.find((each) => each.field === field)?.name;
    return named(this.#resource.key) ?? named(ID_COLUMN) ?? ID_COLUMN;
  }

  #rowOf(row: SheetRow): CheckedRow {
    const how = { mark: this.#sheet.dialect.decimal, labels: this.#ws.settings.statusLabels };
    const read = readRow(this.#resource, this.#columns, row.cells, how);
    const more = moreCells(this.#sheet, row);
    const own = this.#sheet.columns.map(({ index }) => keptOf(row.cells[index] ?? EMPTY));
    const cells = [...own, ...more];
    const title = plainText(read.values[this.#resource.title] ?? read.key ?? read.id ?? '');
    const bare: CheckedRow = {
      row: row.row,
      outcome: 'error',
      action: 'update',
      ref: null,
      // Spaces around a code and invisible characters are ignored, for finding the record and for
      // comparing rows.
      key: read.key === null ? null : visibleText(read.key),
      title,
      changes: [],
      files: [],
      issues: read.issues,
      work: null,
      cells,
      gives: null,
    };
    if (more.length > 0) return { ...bare, issues: [tooMany(more), ...read.issues] };
    try {
      const subject = this.#find(read);
      return subject === null ? this.#create(bare, read) : this.#update(bare, read, subject);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const told = thrown.details.issues ?? [
        { place: this.#keyName(), value: read.key ?? read.id ?? '', expected: thrown.message },
      ];
      return { ...bare, issues: [...read.issues, ...told] as Issue[] };
    }
  }

  #find(read: ReadRow): Subject | null {
    const { kind } = this.#sheet;
    if (read.id !== null) return this.#byId(kind, read.id);
    if (this.#resource.key === null) return this.#refuseNamesake(read);
    if (read.key === null || visibleText(read.key) === '')
      throw invalid([{ place: this.#keyName(), ...missingCode(read, this.#resource.key) }]);
    const { key } = read;
    const forms = [key, visibleText(key), ...keyVariants(this.#ws, this.#resource, key)];
    for (const form of new Set(forms)) {
      const found = this.#byKey(form);
      if (found !== null) return found;
    }
    const [alike, another] = this.#near.sameAs(key);
    if (another !== undefined) throw this.#refused(key, expecting('alikeCode'));
    return alike === undefined ? null : subjectOf(this.#ws, this.#sheet.kind, alike.id);
  }

  #byId(kind: OpenSheet['kind'], id: string): Subject {
    try {
      return subjectOf(this.#ws, kind, id);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const place = this.#columns.find(({ field }) => field === ID_COLUMN)?.name ?? ID_COLUMN;
      throw invalid([{ place, value: id, ...expecting('knownId') }]);
    }
  }

  #byKey(key: string): Subject | null {
    const ids = texts.parse(this.#byCode.all(key));
    if (ids.length > 1)
      throw this.#refused(key, expecting('ambiguous', { ids: ids.join(', '), column: ID_COLUMN }));
    return ids[0] === undefined ? null : subjectOf(this.#ws, this.#sheet.kind, ids[0]);
  }

  /**
   * Throws when a new record has an existing name, in kinds without codes.
   *
   * Otherwise a second record of the same name would be created silently.
   */
  #refuseNamesake(read: ReadRow): null {
    const title = read.values[this.#resource.title];
    const name = plainText(title ?? '');
    const issue = namesakeIssue(this.#ws.cache, this.#resource, name, this.#titleName());
    if (issue === null) return null;
    throw new AppError('invalid', 'a namesake', { issues: [issue] });
  }

  #refused(value: string, expected: Expected): AppError {
    return invalid([{ place: this.#keyName(), value, ...expected }]);
  }

  #placeOf = (path: string): string =>
    this.#columns.find(({ field }) => field === path)?.name ??
    this.#columns.find(({ field }) => field.startsWith(`${path}.`))?.name ??
    path;

  #doubts(purpose: 'create' | 'update', changes: readonly FieldChange[]): Doubts {
    const { facts } = this.#ws;
    return rowDoubts(this.#resource, changes, { facts, purpose, placeOf: this.#placeOf });
  }

  #update(bare: CheckedRow, read: ReadRow, subject: Subject): CheckedRow {
    const { ref, key, title, shown, resource } = subject;
    const known = { ...bare, ref, key: key ?? bare.key, title };
    if (subject.leaving) throw this.#refused(key ?? ref, expecting('leaving'));
    const untouched = this.#untouched(read, subject);
    const touched = Object.entries(read.values).filter(([path]) => !untouched.has(path));
    const values = filesAsShown(this.#ws, subject, Object.fromEntries(touched));
    const files = filesBeside(
      this.#ws.platform.disk.files,
      this.#sheet,
      values,
      this.#placeOf,
      (path) => filesIn(valueAt(resource, shown, path)),
    );
    const given: Record<string, Json> = { ...values, ...this.#cleared(read, subject) };
    // A record found by its code with extra spaces: the spaces do not change the code, and a given
    // code has none.
    if (resource.key !== null && Object.hasOwn(given, resource.key) && read.key !== null) {
      const code = visibleText(read.key);
      const isForm = read.id === null && keyVariants(this.#ws, resource, code).includes(key ?? '');
      const isSame = code === key || (read.id === null && code === visibleText(key ?? ''));
      if (isSame || isForm) delete given[resource.key];
      else given[resource.key] = code;
    }
    const preview = previewUpdate(subject, given, this.#placeOf);
    // A cell that cannot be read must be corrected before any value of its row is written.
    const unread = [...read.texts].flatMap(([path, { fault }]) =>
      fault === null || untouched.has(path) ? [] : [fault],
    );
    const changes = [...preview.changes];
    const gives = this.#givenBy(changes);
    const taken = this.#takenBy(gives, ref);
    const faults = [...unread, ...files.issues, ...preview.issues, ...taken];
    if (faults.length > 0) return { ...known, gives, issues: [...faults, ...preview.locked] };
    const issues = [...preview.locked];
    if (changes.length === 0)
      return { ...known, outcome: issues.length > 0 ? 'error' : 'same', issues };
    const foundBy = read.id === null ? (key ?? undefined) : undefined;
    const work = { do: 'update' as const, ref, values: preview.values, foundBy };
    const doubts = this.#doubts('update', changes);
    return {
      ...known,
      outcome: 'changed',
      issues,
      changes,
      gives,
      files: files.files,
      work,
      ...doubts,
    };
  }

  /**
   * Returns the new code of a record, or its new name in kinds without codes.
   *
   * Returns null when it does not change.
   */
  #givenBy(changes: readonly FieldChange[]): string | null {
    const named = this.#resource.key ?? this.#resource.title;
    const text = visibleText(plainText(changes.find(({ field }) => field === named)?.after ?? ''));
    return text === '' ? null : text;
  }

  #takenBy(gives: string | null, ref: string): Issue[] {
    const issue = findKeyConflict(this.#ws, { kind: this.#sheet.kind, key: gives, eid: ref });
    return issue === null ? [] : [{ ...issue, place: this.#placeOf(issue.place) }];
  }

  /**
   * Returns the fields whose cells equal the text that an export writes.
   *
   * Invalid values of the service are among them.
   */
  #untouched(read: ReadRow, { resource, shown }: Subject): ReadonlySet<string> {
    const { decimal } = this.#sheet.dialect;
    const same = [...read.texts].filter(([path, { text }]) => {
      const field = fieldAt(resource, path);
      if (field === null) return false;
      return cellText(field, valueAt(resource, shown, path), decimal) === text;
    });
    return new Set(same.map(([path]) => path));
  }

  #cleared(read: ReadRow, { resource, shown }: Subject): Record<string, Json> {
    if (this.#sheet.dialect.empty === 'keep') return {};
    const filled = read.blank.filter((path) => valueAt(resource, shown, path) !== null);
    return Object.fromEntries(filled.map((path) => [path, '']));
  }

  #create(bare: CheckedRow, read: ReadRow): CheckedRow {
    const code = this.#resource.key;
    // A record is found by its code without spaces, so it is created with that code. Otherwise the
    // next import would create it again.
    const values =
      code === null || read.key === null
        ? read.values
        : { ...read.values, [code]: visibleText(read.key) };
    const files = filesBeside(
      this.#ws.platform.disk.files,
      this.#sheet,
      values,
      this.#placeOf,
      () => [],
    );
    const shape = nested(values);
    const { issues } = checkValues(this.#resource, shape, 'create');
    // An unreadable cell is not reported as missing too.
    const told = issues
      .map((each) => ({ ...each, place: this.#placeOf(each.place) }))
      .filter(({ place }) => !read.issues.some((each) => each.place === place));
    const { key, title } = nameOf(this.#resource, shape);
    const all = [...read.issues, ...files.issues, ...told];
    const row: CheckedRow = { ...bare, action: 'create', key: key ?? bare.key, title };
    if (all.length > 0) return { ...row, issues: all };
    const given = Object.entries(values);
    const changes = given.map(([field, after]) => ({ field, before: null, after }));
    const work = { do: 'create' as const, values };
    const { warnings, asks } = this.#doubts('create', changes);
    const near = this.#near.warningOf(row.key, this.#keyName());
    const doubts = { warnings: [...near, ...warnings], asks: asks || near.length > 0 };
    return { ...row, outcome: 'new', changes, files: files.files, issues: [], work, ...doubts };
  }
}

import { LIMITS } from '../../service/http.ts';
import { AppError } from '#contract/errors.ts';
import { extensionOf } from '#contract/files/types.ts';
import type { Output } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import { requestPath } from '../../files/assets/address.ts';
import type { Random } from '../../platform/platform.ts';
import type { FileAccess, Session } from '../../workspace/session.ts';
import { transact } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { forgetFile, noteFile } from '../../files/fileKnowledge.ts';
import { texts } from '../../store/cells.ts';
import type { Http } from '../../platform/network.ts';

type Counts = Output<'problems.checkFiles'>;
type FileCheckResult = 'held' | 'missing' | 'unclear';

const AT_ONCE = 4;
const TIMEOUT_MS = 20_000;
/** This many requests in a row without an answer mean a wrong address, not missing files. */
const GIVE_UP = 8;

/**
 * Checks every file that a record names; with `again` also the known ones.
 *
 * Only 404 and 410 mean that a file is missing. How a path is fetched is not documented (doc §2.2),
 * so the address is the setting `assetBaseUrl`, else the service's. Complete addresses are not
 * checked, because files elsewhere are not the service's. Files that were not reached count as
 * unclear, like files without a clear answer.
 */
export async function checkFiles(ws: Workspace, session: Session, again: boolean): Promise<Counts> {
  await session.api();
  const base = baseOf(ws);
  const token = tokenFor(await session.forFiles(), base);
  const http = ws.platform.network(base, () => token);
  const door = new Door(http, ws.platform.random);
  const paths = pathsToAsk(ws, again);
  const counts: Counts = { asked: 0, held: 0, missing: 0, unclear: 0 };
  // After a change of address, an answer of the old address says nothing about the new one.
  const isStill = () => baseOf(ws) === base;
  let silent = 0;
  let next = 0;
  const work = async () => {
    while (next < paths.length && silent < GIVE_UP && isStill()) {
      const path = paths[next++];
      if (path === undefined) return;
      const asked = requestPath(path);
      const answer = asked === null ? 'unclear' : await door.ask(asked);
      const verdict = isStill() ? answer : 'unclear';
      counts.asked += 1;
      counts[verdict] += 1;
      // An invalid file path says nothing about the address.
      if (asked !== null) silent = verdict === 'unclear' ? silent + 1 : 0;
      if (asked === null) await forget(ws, path);
      else if (verdict !== 'unclear') note(ws, path, verdict === 'held');
      ws.emit('sync.progress', { phase: 'check', done: counts.asked, total: paths.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    http.close();
  }
  if (silent >= GIVE_UP && counts.held + counts.missing === 0)
    throw new AppError('offline', `No file could be asked for at ${base}.`);
  ws.emit('records.changed', { kind: KINDS[0], ids: [] });
  return { ...counts, unclear: counts.unclear + paths.length - counts.asked };
}

function baseOf({ settings, meta }: Workspace): string {
  return settings.all().assetBaseUrl || (meta.get('url') ?? '');
}

/** Returns the token, unless files are at another address; then null. */
function tokenFor(access: FileAccess | null, base: string): string | null {
  const header = access?.headersFor(new URL(base))['Authorization'];
  return header?.replace(/^Bearer /, '') ?? null;
}

function note({ cache, platform }: Workspace, path: string, held: boolean): void {
  transact(cache, () => noteFile(cache, path, held, platform.clock.now()));
}

/** Forgets an invalid path; yields, since every record may have one. */
async function forget({ cache }: Workspace, path: string): Promise<void> {
  transact(cache, () => forgetFile(cache, path));
  await yieldToEventLoop();
}

function pathsToAsk({ cache }: Workspace, again: boolean): readonly string[] {
  const rows = cache
    .prepare(
      `SELECT DISTINCT code FROM problem_ref WHERE target = 'file'
         AND (? OR code NOT IN (SELECT path FROM file_state)) ORDER BY code`,
    )
    .pluck()
    .all(again ? 1 : 0);
  return texts.parse(rows);
}

/** Checks files at one address and detects folders that answer every path. */
class Door {
  readonly #http;
  readonly #random;
  readonly #open = new Map<string, Promise<boolean>>();

  constructor(http: Http, random: Random) {
    this.#http = http;
    this.#random = random;
  }

  async ask(path: string): Promise<FileCheckResult> {
    const verdict = await statusOf(this.#http, path);
    return verdict === 'held' && (await this.#isOpen(path)) ? 'unclear' : verdict;
  }

  /**
   * Returns whether a folder answers a random name as if the file existed.
   *
   * The sign-in page of a network does that, and so does an application that shows its start page
   * for unknown paths. There, a positive answer proves nothing.
   */
  #isOpen(path: string): Promise<boolean> {
    const [, folder = ''] = /^(\/[^/]+)\/./.exec(path) ?? [];
    const known = this.#open.get(folder);
    if (known !== undefined) return known;
    const nobodys = `${folder}/${this.#random.id()}${extensionOf(path)}`;
    const found = statusOf(this.#http, nobodys).then((verdict) => verdict === 'held');
    this.#open.set(folder, found);
    return found;
  }
}

/** Returns the result by the status; an answer too large to read means that the file exists. */
async function statusOf(http: Http, path: string): Promise<FileCheckResult> {
  for (const method of ['HEAD', 'GET'] as const) {
    const exchange = await http.send({
      method,
      path,
      limit: LIMITS.message,
      timeoutMs: TIMEOUT_MS,
    });
    if (!exchange.answered) return exchange.failure === 'too-large' ? 'held' : 'unclear';
    const { status } = exchange.answer;
    if (status >= 200 && status < 300) return 'held';
    const isGone = status === 404 || status === 410;
    // A service without HEAD may answer it with "not found" for every file.
    if (method === 'GET') return isGone ? 'missing' : 'unclear';
    if (!isGone && status !== 405 && status !== 501) return 'unclear';
  }
  return 'unclear';
}

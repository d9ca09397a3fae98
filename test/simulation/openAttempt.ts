import { createHash } from 'node:crypto';
import type { HttpRequest } from '#core/platform/network.ts';
import type { Workspace } from '#core/workspace/workspace.ts';

/** The operation whose request was written down as about to leave and is this one. */
export function openAttempt(
  ws: Workspace,
  request: HttpRequest,
  bytes: Buffer | null,
): number | null {
  const text = request.json === undefined ? null : JSON.stringify(request.json);
  const sha = bytes === null ? (text === null ? null : hash(text)) : hash(bytes);
  const found = ws.work
    .prepare(
      `SELECT a.seq, a.path FROM attempt a JOIN operation o ON o.seq = a.seq
       WHERE a.outcome IS NULL AND a.method = ? AND a.body_sha IS ? AND o.state = 'sending'
       ORDER BY a.number DESC`,
    )
    .all(request.method, sha) as { seq: number; path: string }[];
  const tail = request.path.split('/').at(-1) ?? '';
  const makes = request.method === 'POST' && bytes === null;
  return found.find(({ path }) => makes || path.endsWith(`/${tail}`))?.seq ?? null;
}

function hash(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { AppError, errorData } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { toldError } from './toldError.ts';

/** The browser shell's answer to the token: the key of every call, and limits. */
const grant = z.object({
  key: z.string(),
  fileBytes: z.number(),
  /** Base address for the bytes of files. */
  bytes: z.string(),
});
export type Grant = z.infer<typeof grant>;

const STORED = 'cabinet.grant';

/**
 * Returns the one-time token and removes it from the address at once.
 *
 * It must not stay in the history, a bookmark or a screenshot.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}

/** Exchanges the token, or uses the grant of an earlier load of this tab. */
export async function enter(token: string | null): Promise<Grant> {
  if (token === null) return remembered();
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw await errorOf(response);
  const given = grant.parse(await response.json());
  // The tab's session storage ends with the tab and is never sent. A reload keeps access.
  sessionStorage.setItem(STORED, JSON.stringify(given));
  return given;
}

function remembered(): Grant {
  const stored = sessionStorage.getItem(STORED);
  const parsed = grant.safeParse(stored === null ? null : JSON.parse(stored));
  if (parsed.success) return parsed.data;
  throw shutOut();
}

/** Returns the error for a page without access. */
export function shutOut(): AppError {
  return new AppError('unauthorized', 'Open the address that Cabinet printed when it was started.');
}

/**
 * Returns whether the running shell rejects this page's key.
 *
 * False when no shell answers.
 */
export async function isShutOut({ key }: Grant): Promise<boolean> {
  try {
    const headers = { 'Content-Type': 'application/json', 'X-Cabinet-Key': key };
    // The empty request is invalid: a shell that accepts the key answers with another error.
    const { status } = await fetch('/downloads', { method: 'POST', headers, body: '{}' });
    return status === 401;
  } catch {
    return false;
  }
}

export async function errorOf(response: Response): Promise<AppError> {
  return errorIn(await response.json().catch(() => null), response.status);
}

/** Returns the error in the body of an answer. */
export function errorIn(body: unknown, status: number): AppError {
  const parsed = errorData.safeParse(body);
  if (!parsed.success) return new AppError('internal', `The shell answered ${status}.`);
  return toldError(parsed.data);
}

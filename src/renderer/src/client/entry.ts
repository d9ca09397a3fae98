import { AppError, errorData } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { toldError } from './toldError.ts';

/** What the browser shell gave in exchange for the token: the key of every call, and what it takes. */
const grant = z.object({
  key: z.string(),
  fileBytes: z.number(),
  /** Under which address the bytes of files are had. */
  bytes: z.string(),
});
export type Grant = z.infer<typeof grant>;

const STORED = 'cabinet.grant';

/**
 * Takes the one-time token out of the address bar, at once: it must not stay in the history, in a
 * bookmark or in a screenshot.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}

/** Gets in with the token, or with what an earlier load of this tab was given. */
export async function enter(token: string | null): Promise<Grant> {
  if (token === null) return remembered();
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw await errorOf(response);
  const given = grant.parse(await response.json());
  // The tab's own store: gone with the tab, sent to nobody, and a reload does not lock the person out.
  sessionStorage.setItem(STORED, JSON.stringify(given));
  return given;
}

function remembered(): Grant {
  const stored = sessionStorage.getItem(STORED);
  const parsed = grant.safeParse(stored === null ? null : JSON.parse(stored));
  if (parsed.success) return parsed.data;
  throw shutOut();
}

/** What is said to a page that is not let in. */
export function shutOut(): AppError {
  return new AppError('unauthorized', 'Open the address that Cabinet printed when it was started.');
}

/** Tells whether the program that answers now does not know this page; false where none answers. */
export async function isShutOut({ key }: Grant): Promise<boolean> {
  try {
    const headers = { 'Content-Type': 'application/json', 'X-Cabinet-Key': key };
    // Nothing is asked for: one that lets the page in finds that at fault.
    const { status } = await fetch('/downloads', { method: 'POST', headers, body: '{}' });
    return status === 401;
  } catch {
    return false;
  }
}

export async function errorOf(response: Response): Promise<AppError> {
  return errorIn(await response.json().catch(() => null), response.status);
}

/** The error that the body of an answer holds. */
export function errorIn(body: unknown, status: number): AppError {
  const parsed = errorData.safeParse(body);
  if (!parsed.success) return new AppError('internal', `The shell answered ${status}.`);
  return toldError(parsed.data);
}

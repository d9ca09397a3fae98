import { z } from './zod.ts';

/** Every way in which something can go wrong, each with its own next step for a person. */
export const ERROR_CODES = [
  'offline',
  'timeout',
  'wrong-address',
  'wrong-credentials',
  'unauthorized',
  'invalid',
  'not-found',
  'ambiguous',
  'rejected-file',
  'refused',
  'service',
  'state',
  'busy',
  'damaged',
  'disk-full',
  'cancelled',
  'disconnected',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One fault of an input: where it is, what stood there, and what was expected. */
export const issue = z.object({
  place: z.string(),
  value: z.string(),
  expected: z.string(),
});
export type Issue = z.infer<typeof issue>;

export const errorData = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  issues: z.array(issue).optional(),
  /** The HTTP status, where the service answered. */
  status: z.number().optional(),
  /** What the service said, as it said it. */
  answer: z.string().optional(),
});
export type ErrorData = z.infer<typeof errorData>;

/** The one error of the project: a closed code, a sentence, and the places it speaks of. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Omit<ErrorData, 'code' | 'message'>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Omit<ErrorData, 'code' | 'message'> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** The error as plain data, fit for any channel. */
  toData(): ErrorData {
    return { code: this.code, message: this.message, ...this.details };
  }
}

const FULL = 'The disk is full. Nothing was changed; make room and try again.';
const BROKEN =
  'A file of this profile is damaged. Restart Cabinet: it puts the file aside and says what is uncertain.';
const KNOWN: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  SQLITE_FULL: ['disk-full', FULL],
  ENOSPC: ['disk-full', FULL],
  SQLITE_CORRUPT: ['damaged', BROKEN],
  SQLITE_NOTADB: ['damaged', BROKEN],
};

/** Turns whatever was thrown into the one error; what nobody foresaw becomes `internal`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
  if (known !== undefined) return new AppError(known[0], known[1], {}, { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', message, {}, { cause: thrown });
}

/** Builds an `invalid` error whose sentence names every place at fault. */
export function invalid(issues: readonly Issue[]): AppError {
  const sentences = issues.map((each) => `${each.place}: ${each.value}, expected ${each.expected}`);
  return new AppError('invalid', sentences.join('\n'), { issues: [...issues] });
}

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

/** Why something cannot be done, where its code alone leaves a person guessing. */
const ERROR_WHYS = [
  'being-worked-on',
  'nothing-to-undo',
  'group-not-queued',
  'plan-not-ready',
  'plan-queued',
  'rest-not-queued',
  'changed-since-preview',
  'profile-unsent',
  'profile-open',
  'profile-changed',
  'changes-wait',
  'running',
  'operation-moved',
  'nothing-to-resolve',
  'removal-queued',
  'removal-on-its-way',
  'made-again',
  'newer-cabinet',
  'restart-mends',
  'file-missing',
  'file-unreadable',
  'file-no-file',
  'file-empty',
  'file-type',
  'file-content',
  'file-busy',
  'file-broken-off',
  'file-too-large',
] as const;
/** To be said in any language: a code, and what stands in the gaps of its sentence. */
const errorWhy = z.object({
  code: z.enum(ERROR_WHYS),
  /** `state` is a state of an operation; lists are written with commas. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
export type ErrorWhy = z.infer<typeof errorWhy>;

export const errorData = z.object({
  code: z.enum(ERROR_CODES),
  /** An English sentence, for the terminal and the log. */
  message: z.string(),
  why: errorWhy.optional(),
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
  if (known !== undefined) {
    const [kind, text] = known;
    const details = kind === 'damaged' ? { why: why('restart-mends') } : {};
    return new AppError(kind, text, details, { cause: thrown });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', message, {}, { cause: thrown });
}

/** Builds the part of an error's details that says why. */
export function why(code: ErrorWhy['code'], params: ErrorWhy['params'] = {}): ErrorWhy {
  return { code, params };
}

/** Builds an `invalid` error whose sentence names every place at fault. */
export function invalid(issues: readonly Issue[]): AppError {
  const sentences = issues.map((each) => `${each.place}: ${each.value}, expected ${each.expected}`);
  return new AppError('invalid', sentences.join('\n'), { issues: [...issues] });
}

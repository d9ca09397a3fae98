import { PFX_FAULTS } from './certificate.ts';
import { expectationSchema } from './expectations/expected.ts';
import { shortened } from './shortened.ts';
import { z } from './zod.ts';

/** All error codes; each has its own next step for the user. */
export const ERROR_CODES = [
  'offline',
  'timeout',
  'wrong-address',
  'untrusted',
  'client-certificate',
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
  'disk-failed',
  'cancelled',
  'disconnected',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Reasons for errors whose code alone does not explain them. */
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
  'conflict-moved',
  'code-taken',
  'removal-queued',
  'removal-on-its-way',
  'made-again',
  'other-service',
  'newer-cabinet',
  'managed-fault',
  'trial-forbidden',
  'trial-unsent',
  'restart-mends',
  'disk-unreadable',
  'disk-unwritable',
  'data-link',
  'disk-held',
  'web-page',
  'network-sign-in',
  'proxy-password',
  'proxy-failed',
  'no-proxy',
  'certificate',
  'not-https',
  'certificate-required',
  'certificate-refused',
  'pfx-none',
  ...PFX_FAULTS,
  'pfx-address',
  'file-missing',
  'file-unreadable',
  'file-outside',
  'file-no-file',
  'file-empty',
  'file-type',
  'file-content',
  'file-busy',
  'file-broken-off',
  'file-too-large',
] as const;
/** A reason that can be shown in any language: its code and its parameters. */
export const errorWhy = z.object({
  code: z.enum(ERROR_WHYS),
  /** `state` is a state of an operation; lists are separated by commas. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
export type ErrorWhy = z.infer<typeof errorWhy>;

/** One fault of an input: its place, its value, and the expected value. */
export const issue = z.object({
  place: z.string(),
  value: z.string(),
  /** The English sentence of `expectation`, or of `why` when that is given. */
  expected: z.string(),
  expectation: expectationSchema.optional(),
  /** The reason, when no single value is at fault. */
  why: errorWhy.optional(),
});
export type Issue = z.infer<typeof issue>;

export const errorData = z.object({
  code: z.enum(ERROR_CODES),
  /** An English sentence for the terminal and the log. */
  message: z.string(),
  why: errorWhy.optional(),
  issues: z.array(issue).optional(),
  /** The HTTP status, when the service answered. */
  status: z.number().optional(),
  /** The service's own text. */
  answer: z.string().optional(),
});
export type ErrorData = z.infer<typeof errorData>;

/** The only error class of the project: a closed code, a sentence, and details. */
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

  /** Returns the error as plain data for any channel. */
  toData(): ErrorData {
    return { code: this.code, message: this.message, ...this.details };
  }
}

const DISK_FAULTS = ['disk-full', 'disk-failed', 'damaged'] as const satisfies ErrorCode[];
type DiskFault = (typeof DISK_FAULTS)[number];

/** A group of errors of the disk or SQLite, with advice for the user. */
interface Family {
  readonly code: DiskFault;
  /**
   * Matches the error codes. SQLite adds a suffix to some codes (`SQLITE_IOERR_WRITE`); every
   * suffix matches.
   */
  readonly form: RegExp;
  readonly text: string;
  readonly why?: ErrorWhy['code'];
}

const FAMILIES: readonly Family[] = [
  {
    code: 'disk-full',
    form: /^(?:SQLITE_FULL(?:_|$)|ENOSPC$|EDQUOT$)/,
    text: 'The disk is full. Nothing was changed. Free up space and try again.',
  },
  {
    code: 'damaged',
    form: /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/,
    text: 'A file of this profile is damaged. Restart Cabinet to repair the profile.',
    why: 'restart-mends',
  },
  {
    // SQLite also reports this when a quota is full, not the disk.
    code: 'disk-failed',
    form: /^(?:SQLITE_IOERR(?:_|$)|EIO$)/,
    text: 'Cannot read from or write to the disk. Check that it is connected, working and has enough space, then try again.',
    why: 'disk-unreadable',
  },
  {
    code: 'disk-failed',
    form: /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)(?:_|$)|EROFS$|EACCES$|EPERM$)/,
    text: 'Cannot open or write a file. The file or disk is read-only, or the file was moved or deleted. Fix this, restart Cabinet and try again.',
    why: 'disk-unwritable',
  },
  {
    code: 'disk-failed',
    form: /^SQLITE_BUSY(?:_|$)/,
    text: 'Another program uses a file of this profile. Wait a moment, or close that program, and try again.',
    why: 'disk-held',
  },
];

/** Returns the disk fault of an error, or null for other errors. */
export function diskFaultOf(thrown: unknown): DiskFault | null {
  const { code } = asAppError(thrown);
  return DISK_FAULTS.find((each) => each === code) ?? null;
}

/** Returns whether an error belongs in the log, for support. */
export function isForLog({ code }: AppError): boolean {
  return code === 'internal' || code === 'disk-failed';
}

function familyOf(thrown: unknown): Family | undefined {
  const said = codeOf(thrown);
  return FAMILIES.find(({ form }) => form.test(said));
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** Converts any thrown value to an `AppError`; unexpected ones become `internal`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const family = familyOf(thrown);
  if (family !== undefined) {
    const details = family.why === undefined ? {} : { why: why(family.why) };
    // The exact message helps support; for other families it adds nothing.
    const said = family.code === 'disk-failed' ? ` (${codeOf(thrown)}: ${message})` : '';
    return new AppError(family.code, family.text + said, details, { cause: thrown });
  }
  return new AppError('internal', message, {}, { cause: thrown });
}

/** Builds the reason of an error's details. */
export function why(code: ErrorWhy['code'], params: ErrorWhy['params'] = {}): ErrorWhy {
  return { code, params };
}

/** More faults help nobody, and a foreign document may have millions. */
const MOST_TOLD = 1_000;
/** Characters of a place or of a value; a key of a hostile file can have millions. */
const LONGEST_TOLD = 1_000;

/** Builds an `invalid` error whose sentence names every fault, up to a thousand. */
export function invalid(issues: readonly Issue[]): AppError {
  const told = issues.slice(0, MOST_TOLD).map((each) => ({
    ...each,
    place: shortened(each.place, LONGEST_TOLD),
    value: shortened(each.value, LONGEST_TOLD),
  }));
  const sentences = told.map((each) => `${each.place}: ${each.value}, expected ${each.expected}`);
  const more = issues.length - told.length;
  if (more > 0) sentences.push(`and ${more} more`);
  return new AppError('invalid', sentences.join('\n'), { issues: told });
}

/** Returns the error for a call whose other side has ended. */
export function disconnected(): AppError {
  return new AppError('disconnected', 'Cabinet stopped responding. Your saved changes are safe.');
}

import type { Automatic } from '#contract/automatic.ts';
import type { ConnectionState } from '#contract/connection.ts';
import type { EventData } from '#contract/events.ts';
import type { Status } from '#contract/procedures.ts';
import type { Link } from '../../state/core.ts';
import { needsYou, onTheWay } from '../../state/status.ts';
import type { Running } from '../../state/status.ts';

/** The first word of the pill: the current run or the connection. */
export type PillWord =
  | ConnectionState
  | 'connecting'
  | 'signedOut'
  | 'problem'
  | 'sending'
  | 'reading'
  | 'paused'
  | 'workingOffline';

/** The pill as plain data. */
export interface Pill {
  readonly word: PillWord;
  readonly tone: 'good' | 'bad' | 'ask' | 'hold' | 'wait';
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly waiting: number;
  readonly needYou: number;
  /** When pending changes are sent next, in milliseconds since 1970; null when that is not known. */
  readonly sendAt: number | null;
}

interface Known {
  readonly link: Link;
  readonly status: Status | null;
  readonly running: Running;
  readonly connection: ConnectionState;
  readonly automatic: Automatic;
  readonly problem: boolean;
  readonly progress: EventData<'sync.progress'> | null;
}

const TONES = {
  online: 'good',
  offline: 'bad',
  unchecked: 'hold',
  'web-page': 'bad',
  'network-sign-in': 'bad',
  'proxy-password': 'ask',
  'proxy-failed': 'bad',
  certificate: 'bad',
  'not-https': 'bad',
  'certificate-required': 'ask',
  'certificate-refused': 'ask',
  'wrong-address': 'bad',
  errors: 'bad',
  connecting: 'hold',
  signedOut: 'ask',
  problem: 'bad',
  sending: 'wait',
  reading: 'wait',
  paused: 'hold',
  workingOffline: 'hold',
} as const;

/** Returns the pill for the current state of connection and outbox. */
export function pillOf(known: Known): Pill {
  const word = wordOf(known);
  const progress = progressOf(known);
  // The progress already counts the operations being sent.
  const counted = word === 'sending' && progress !== null;
  return {
    word,
    tone: TONES[word],
    progress,
    waiting: counted ? 0 : onTheWay(known.status),
    needYou: needsYou(known.status),
    sendAt: word === 'online' ? known.automatic.sendAt : null,
  };
}

function wordOf({ link, status, running, connection, automatic, problem }: Known): PillWord {
  if (link === 'stopped') return 'problem';
  if (link !== 'up' || status === null) return 'connecting';
  if (running === 'push') return 'sending';
  if (running === 'pull') return 'reading';
  if (automatic.mode === 'offline') return 'workingOffline';
  if (!status.signedIn) return 'signedOut';
  if (connection !== 'online' && connection !== 'unchecked') return connection;
  if (problem) return 'problem';
  return automatic.mode === 'paused' ? 'paused' : connection;
}

function progressOf({ running, progress }: Known): Pill['progress'] {
  if (running === 'idle' || progress === null || progress.total === null) return null;
  return { done: progress.done, total: progress.total };
}

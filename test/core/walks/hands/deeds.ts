import { SETTLE } from '../../../support/editing.ts';
import { create, edit, keep, remove, withdraw } from './edits.ts';
import { drop } from './files.ts';
import type { Hands } from './hands.ts';
import { bulk, paste, takeSheet } from './plans.ts';
import { fix, hide } from './problems.ts';
import { checkReviews, dismiss, mark, review } from './reviews.ts';
import { pull, push, restart } from './sending.ts';
import { change, fail, removeThere } from './theirs.ts';
import { undo, undoAny, undoSeveral } from './undo.ts';
import { discard, hold, settle } from './waiting.ts';

/** The actions of the user, another administrator and the network. */
export const DEEDS = [
  'edit',
  'create',
  'remove',
  'paste',
  'bulk',
  'import',
  'fix',
  'drop',
  'undo',
  'undoAny',
  'undoSeveral',
  'keep',
  'withdraw',
  'hide',
  'restart',
  'push',
  'pull',
  'theirs',
  'theirsGone',
  'fault',
  'discard',
  'hold',
  'settle',
  'review',
  'mark',
  'comment',
  'unmark',
  'dismiss',
  'wait',
] as const;

/** One action; its numbers choose among the existing records. */
interface Step {
  readonly do: (typeof DEEDS)[number];
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Does one step and checks the invariants after it. */
export async function take(hands: Hands, step: Step): Promise<void> {
  hands.count(step.do);
  await perform(hands, step);
  await checkReviews(hands, step.a);
}

async function perform(hands: Hands, { do: deed, a, b, c }: Step): Promise<void> {
  switch (deed) {
    case 'edit':
      return edit(hands, a, b, c);
    case 'create':
      return create(hands, a, b);
    case 'remove':
      return remove(hands, a);
    case 'paste':
      return paste(hands, a, b, c);
    case 'bulk':
      return bulk(hands, a, b, c);
    case 'import':
      return takeSheet(hands, a, b, c);
    case 'fix':
      return fix(hands, a);
    case 'drop':
      return drop(hands, a, b, c);
    case 'undo':
      return undo(hands, b);
    case 'undoAny':
      return undoAny(hands, a, b);
    case 'undoSeveral':
      return undoSeveral(hands, a, b);
    case 'keep':
      return keep(hands, b, c);
    case 'withdraw':
      return withdraw(hands, a, b);
    case 'hide':
      return hide(hands, a);
    case 'restart':
      return restart(hands);
    case 'push':
      return push(hands);
    case 'pull':
      return pull(hands);
    case 'theirs':
      return change(hands, a, b, c);
    case 'theirsGone':
      return removeThere(hands, a);
    case 'fault':
      return fail(hands, a, b);
    case 'discard':
      return discard(hands, a);
    case 'hold':
      return hold(hands, a);
    case 'settle':
      return settle(hands, b);
    case 'review':
      return review(hands, a);
    case 'mark':
    case 'comment':
    case 'unmark':
      return mark(hands, deed, a, b, c);
    case 'dismiss':
      return dismiss(hands, a);
    case 'wait':
      return hands.desk.clock.advance((a % 3) * SETTLE + 1000);
  }
}

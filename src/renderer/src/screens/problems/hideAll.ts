import i18next from 'i18next';
import type { Problem } from '#contract/problems.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { toastAlone } from '../../state/toasts.ts';
import { partsOf } from './atOnce.ts';
import { unchoose } from './problemsView.ts';
import { endQuestion, questions } from './questions.ts';
import { showAgain } from './showAgain.ts';

type Hide = (input: Input<'problems.hide'>) => Promise<Output<'problems.hide'> | null>;

/** Hides problems with a reason, closes the dialog and offers Undo. */
export async function hideAll(
  problems: readonly Problem[],
  reason: string,
  hide: Hide,
): Promise<void> {
  const { turn } = questions.getState();
  let hidden = 0;
  for (const part of partsOf(problems)) {
    const done = await hide({ problems: part, reason });
    if (done === null) return;
    hidden += done.hidden;
  }
  endQuestion(turn);
  unchoose(problems);
  toastAlone(i18next.t('problems.hide.done', { count: hidden }), () => {
    void showAgain(problems, i18next.t('problems.hide.shown'));
  });
}

import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#contract/problems.ts';
import type { Input } from '#contract/procedures.ts';
import { hideAll } from '../../../../src/renderer/src/screens/problems/hideAll.ts';
import {
  choose,
  chooseNothing,
  problemsView,
} from '../../../../src/renderer/src/screens/problems/problemsView.ts';
import {
  askToFix,
  askToHide,
  endQuestion,
  leaveQuestions,
  questions,
  touchQuestion,
} from '../../../../src/renderer/src/screens/problems/questions.ts';

const PROBLEM: Problem = {
  kind: 'fittings',
  id: 'a',
  rule: 'no-picture',
  field: 'images',
  severity: 'warning',
  params: {},
  key: null,
  title: 'Zawias',
  pending: null,
  fixable: false,
  changeable: true,
  hidden: null,
};

describe('problems that are hidden', () => {
  const other = { ...PROBLEM, id: 'b' };
  const hide = (input: Input<'problems.hide'>) =>
    Promise.resolve({ hidden: input.problems.length });
  const chosen = () => [...problemsView.getState().chosen.values()].map(({ id }) => id);
  beforeAll(() => i18next.init({ lng: 'cimode' }));
  beforeEach(() => {
    leaveQuestions();
    chooseNothing();
    choose([PROBLEM]);
    choose([other]);
  });

  it('are chosen no more; what else was chosen stays so', async () => {
    askToHide([PROBLEM]);
    await hideAll([PROBLEM], 'fine', hide);
    expect(chosen()).toEqual(['b']);
  });

  it('are chosen no more where their question was left meanwhile', async () => {
    askToHide([PROBLEM, other]);
    await hideAll([PROBLEM, other], 'fine', (input) => {
      leaveQuestions();
      return hide(input);
    });
    expect(chosen()).toEqual([]);
  });

  it('stay chosen where they could not be hidden', async () => {
    askToHide([PROBLEM, other]);
    await hideAll([PROBLEM, other], 'fine', () => Promise.resolve(null));
    expect(chosen()).toEqual(['a', 'b']);
  });
});

describe('the answer to a question about problems', () => {
  beforeEach(leaveQuestions);

  it('closes it', () => {
    askToFix();
    expect(endQuestion(questions.getState().turn)).toBe(true);
    expect(questions.getState()).toMatchObject({ fix: false, hide: [] });
  });

  it('leaves another one open that was asked while it was on its way, with what was entered', () => {
    askToFix();
    const { turn } = questions.getState();
    leaveQuestions();
    askToHide([PROBLEM]);
    touchQuestion();
    expect(endQuestion(turn)).toBe(false);
    expect(questions.getState()).toMatchObject({ hide: [PROBLEM], touched: true });
    leaveQuestions();
    expect(endQuestion(turn)).toBe(false);
  });
});

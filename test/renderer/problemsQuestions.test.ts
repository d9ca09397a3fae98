import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#contract/problems.ts';
import {
  askToFix,
  askToHide,
  endQuestion,
  leaveQuestions,
  questions,
  touchQuestion,
} from '../../src/renderer/src/screens/problems/questions.ts';

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
  hidden: null,
};

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

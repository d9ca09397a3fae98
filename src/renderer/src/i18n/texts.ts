import { en as expectedEn } from '#contract/expectations/en.ts';
import { pl as expectedPl } from '#contract/expectations/pl.ts';
import { en as readingEn } from '#formats/texts.en.ts';
import { pl as readingPl } from '#formats/texts.pl.ts';
import commonEn from './common.en.json';
import commonPl from './common.pl.json';
import errorsEn from './errors.en.json';
import errorsPl from './errors.pl.json';
import filesEn from './files.en.json';
import filesPl from './files.pl.json';
import frameEn from './frame.en.json';
import framePl from './frame.pl.json';
import helpEn from './help.en.json';
import helpPl from './help.pl.json';
import knowledgeEn from './knowledge.en.json';
import knowledgePl from './knowledge.pl.json';
import modelEn from './model.en.json';
import modelPl from './model.pl.json';
import outboxEn from './outbox.en.json';
import outboxPl from './outbox.pl.json';
import pastEn from './past.en.json';
import pastPl from './past.pl.json';
import planEn from './plan.en.json';
import planPl from './plan.pl.json';
import problemsEn from './problems.en.json';
import problemsPl from './problems.pl.json';
import recordsEn from './records.en.json';
import recordsPl from './records.pl.json';
import reviewEn from './review.en.json';
import reviewPl from './review.pl.json';
import settingsEn from './settings.en.json';
import settingsPl from './settings.pl.json';
import sheetsEn from './sheets.en.json';
import sheetsPl from './sheets.pl.json';
import signInEn from './signIn.en.json';
import signInPl from './signIn.pl.json';
import structureEn from './structure.en.json';
import structurePl from './structure.pl.json';

/**
 * All texts of the interface.
 *
 * A screen's texts are in `<screen>.en.json` and `<screen>.pl.json`, named `t('<screen>.key')`. A
 * count takes `_one` and `_other` in English and `_one`, `_few`, `_many`, `_other` in Polish.
 * `{{count, n}}` formats a number in the language. Texts of file readers are in `src/formats`
 * and expectations in `src/contract/expectations`, because the terminal uses them too.
 */
export const en = {
  common: commonEn,
  errors: errorsEn,
  expected: expectedEn,
  files: filesEn,
  frame: frameEn,
  help: helpEn,
  knowledge: knowledgeEn,
  model: { ...modelEn, ...readingEn },
  outbox: outboxEn,
  past: pastEn,
  plan: planEn,
  problems: problemsEn,
  records: recordsEn,
  review: reviewEn,
  settings: settingsEn,
  sheets: sheetsEn,
  signIn: signInEn,
  structure: structureEn,
};
export type Texts = typeof en;

export const pl = {
  common: commonPl,
  errors: errorsPl,
  expected: expectedPl,
  files: filesPl,
  frame: framePl,
  help: helpPl,
  knowledge: knowledgePl,
  model: { ...modelPl, ...readingPl },
  outbox: outboxPl,
  past: pastPl,
  plan: planPl,
  problems: problemsPl,
  records: recordsPl,
  review: reviewPl,
  settings: settingsPl,
  sheets: sheetsPl,
  signIn: signInPl,
  structure: structurePl,
};

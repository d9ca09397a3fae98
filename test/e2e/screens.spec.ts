import { test } from '#test/support/app.ts';
import { SCENE_GROUPS } from '#test/support/scenes/scenes.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseLanguage, chooseTheme } from './support/looks.ts';
import { expectTranslated, LANGUAGES } from './support/texts.ts';

/** A loaded machine needs seconds for each look. */
const MANY_SCENES_MS = 600_000;

// Colours are the theme's and texts the language's, and neither hides a fault of the other: to see both of each,
// two walks do what four would.
const [ENGLISH, POLISH] = LANGUAGES;
const LOOKS = [
  { theme: 'light', language: ENGLISH },
  { theme: 'dark', language: POLISH },
] as const;

test.describe('every screen', () => {
  test.use({ desk: 'staged' });

  for (const { theme, language } of LOOKS)
    for (const [group, scenes] of Object.entries(SCENE_GROUPS))
      test(`is accessible and speaks one language: ${group}, ${theme}, ${language.name}`, async ({
        app: { page },
      }) => {
        test.setTimeout(MANY_SCENES_MS);
        await chooseTheme(page, theme);
        await chooseLanguage(page, language.id);
        for (const scene of scenes) {
          await scene.show(page);
          await expectTranslated(page, scene.name, language.foreign);
          await expectAccessible(page, scene.name);
          await scene.leave?.(page);
        }
      });
});

import { test } from '#test/support/app.ts';
import { SCENE_GROUPS } from '#test/support/scenes/scenes.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseLanguage, chooseTheme } from './support/looks.ts';
import { expectTranslated, LANGUAGES } from './support/texts.ts';

/** A busy machine needs seconds for each check. */
const MANY_SCENES_MS = 600_000;

// Colours depend on the theme and texts on the language, and neither hides a fault of the other.
// Two walks therefore cover both themes and both languages, where four would be needed otherwise.
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

import type { Settings } from '#contract/procedures.ts';
import { withEarlierNames } from '#contract/settingNames.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readSetting, readSettingName } from '../input/settings.ts';
import { pairs } from '../output/table.ts';
import { cell } from '../output/text.ts';
import { withCore } from '../withCore.ts';

/** Shows the settings, or sets one. */
export const settingsCommand = command({
  usage: 'settings [NAME] [VALUE]',
  about:
    'Show all settings, show one, or set one: pageSize, concurrency, inFlightWindowSeconds, assetBaseUrl, assetBudgetMb, proxy, proxyUser, language, theme, trashDays, currency, statusLabels, autoSend, rememberPassword, sendOnQuit, notifications, refreshMinutes.',
  example: 'cabinet settings inFlightWindowSeconds 60',
  options: [
    {
      flags: '--allow-http',
      about: 'allow an http address; images and models are downloaded unencrypted',
    },
  ],
  args: z.tuple([z.string().optional(), z.string().optional()]),
  values: z.object({ allowHttp: z.boolean().default(false) }),
  run: async (shell, [typed, value], { allowHttp: unencrypted }) => {
    const name = typed === undefined ? undefined : readSettingName(typed);
    const given = name === undefined || value === undefined ? null : readSetting(name, value);
    const settings = await withCore(shell, given === null ? 'look' : 'write', (core) =>
      given === null
        ? core.call('settings.get', {})
        : core.call('settings.set', { values: given, unencrypted }),
    );
    const shown: Partial<Settings> = name === undefined ? settings : { [name]: settings[name] };
    shell.show({ settings: withEarlierNames(shown) }, () =>
      pairs(Object.entries(shown).map(([each, setting]) => [each, cell(setting)])),
    );
    return EXIT.done;
  },
});

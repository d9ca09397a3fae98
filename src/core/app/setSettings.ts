import path from 'node:path';
import type { Input, Settings } from '#contract/procedures.ts';
import { refuseUnencrypted } from '../service/address.ts';
import { noteOwnSettings, setsOwn } from '../workspace/computerSettings.ts';
import { forgetPasswordSoon } from '../workspace/keptPassword.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Changes settings.
 *
 * A new address without encryption must have been accepted by the user, as at the sign-in.
 */
export function setSettings(
  ws: Workspace,
  { values, unencrypted }: Input<'settings.set'>,
): Settings {
  const { assetBaseUrl = '' } = values;
  const isNew = assetBaseUrl !== '' && assetBaseUrl !== ws.settings.all().assetBaseUrl;
  if (isNew && unencrypted !== true) refuseUnencrypted('assetBaseUrl', assetBaseUrl);
  ws.settings.set(values);
  const file = path.join(ws.folder, 'work.db');
  if (setsOwn(values)) noteOwnSettings(ws.platform.disk, file, ws.work);
  ws.proxies.renew();
  if (values.rememberPassword === 'off') forgetPasswordSoon(ws.platform, ws.meta);
  ws.emit('settings.changed', {});
  return ws.settings.all();
}

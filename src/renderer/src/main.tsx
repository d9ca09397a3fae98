import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './state/theme/styles.ts';
import { App } from './app/App.tsx';
import { WindowGuard } from './app/frame/ScreenGuard.tsx';
import { reportErrors } from './app/reportErrors.ts';
import { openClient } from './client/openClient.ts';
import { startTexts } from './i18n/i18n.ts';
import { keepSpots } from './screens/records/state/spots.ts';
import { followRows, readFirstRows } from './screens/records/state/useRows.ts';
import { followAll } from './app/follow.ts';
import { applyTheme, storedTheme } from './state/theme/scheme.ts';
import { keepTextText } from './app/trustedTypes.ts';

keepTextText();
// Theme and language of the last time are known before the core answers: the first paint is right.
applyTheme(storedTheme());
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs creates a style element, which needs the nonce.
setNonce(nonce);
const client = openClient();
const report = reportErrors(client);
followAll(client);
followRows(client);
readFirstRows();
keepSpots();
// Both halves of the letters, before the first text that needs them is drawn.
void document.fonts.load('13px "Inter Variable"', 'aą');
await startTexts();

const root = document.getElementById('root');
if (root !== null)
  createRoot(root, { onCaughtError: report, onUncaughtError: report }).render(
    <StrictMode>
      <WindowGuard>
        <App nonce={nonce} />
      </WindowGuard>
    </StrictMode>,
  );

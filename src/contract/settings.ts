import { currencyCode } from './currency.ts';
import { statusLabelsText } from './statusLabels.ts';
import { z } from './zod.ts';

/** The address of a proxy: only scheme, host and port, since its password is kept elsewhere. */
const proxyAddress = z
  .url({ protocol: /^https?$/ })
  .refine((text) => /^https?:\/\/[^/@?#]+\/?$/i.test(text));

/** An address with a user or a password cannot be fetched, and would be stored in the clear. */
const withoutUser = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text));

/** The settings of a profile; each has a default. */
export const settingsSchema = z.object({
  pageSize: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .describe('Number of records per request; 0 lets Cabinet choose it.'),
  concurrency: z
    .number()
    .int()
    .min(1)
    .max(8)
    .describe('How many changes are sent side by side, one record each.'),
  inFlightWindowSeconds: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .describe('Waiting time before Cabinet re-checks a request without a response, in seconds.'),
  assetBaseUrl: z
    .union([z.literal(''), withoutUser])
    .describe('Address for downloading images and models; empty means the server address.'),
  assetBudgetMb: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .describe('Disk space for offline images and models, in megabytes; 0 turns this off.'),
  proxy: z
    .union([z.enum(['system', 'none']), proxyAddress])
    .describe(
      'The proxy: system uses the settings of the computer, or HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the terminal and the browser; none connects directly; or an address such as http://proxy.example:3128.',
    ),
  proxyUser: z
    .string()
    .max(200)
    .describe('The user at the proxy; the password is asked for and stored sealed.'),
  language: z.enum(['en', 'pl', 'system']).describe('The language of the window.'),
  theme: z.enum(['light', 'dark', 'system']).describe('The colours of the window.'),
  trashDays: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .describe('How long deleted records are kept, in days.'),
  currency: currencyCode.describe(
    'The currency shown with prices, such as PLN; empty for none. It converts nothing.',
  ),
  statusLabels: statusLabelsText.describe(
    'Labels shown instead of status codes, such as 1 = active, 0 = inactive. The server gets the codes.',
  ),
  autoSend: z
    .enum(['off', 'online'])
    .describe(
      'online sends changes automatically 10 seconds after the last edit while Cabinet is open.',
    ),
  rememberPassword: z
    .enum(['off', 'on'])
    .describe(
      'on stores the password of the next sign-in in the keyring of the system, so that an ended session begins again by itself; on the desktop only.',
    ),
  sendOnQuit: z
    .enum(['never', 'ask', 'always'])
    .describe(
      'Whether pending changes are sent when Cabinet is closed while the server answers; it takes a minute at most. The browser cannot ask.',
    ),
  notifications: z
    .enum(['off', 'counts', 'names'])
    .describe(
      'Notifications of the system while the window is in the background: off, counts without content, or names with the codes of records.',
    ),
  refreshMinutes: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .describe('Minutes between automatic refreshes while Cabinet is open; 0 turns this off.'),
});
export type Settings = z.infer<typeof settingsSchema>;

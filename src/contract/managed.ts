import { settingsSchema } from './procedures.ts';
import { z } from './zod.ts';

const address = z.url({ protocol: /^https?$/ });

/**
 * A company's decisions for a workstation.
 *
 * They come from a file that only its administrator can write. The user decides everything else.
 */
export const managedSchema = z.strictObject({
  service: z
    .strictObject({
      url: address.optional().describe('The address that the sign-in form begins with.'),
      only: z
        .boolean()
        .default(false)
        .describe(
          'true allows signing in to this server only; the demo and servers on the computer itself stay allowed.',
        ),
      clientCertificate: z
        .string()
        .min(1)
        .optional()
        .describe(
          'The absolute path of a PFX file with the client certificate for this server, which must use https. {user} and {home} stand for the same as in dataFolder. Cabinet asks the person once for its passphrase.',
        ),
      tryUndocumented: z
        .boolean()
        .optional()
        .describe(
          'false forbids trying to change a field that the interface document does not list for updates.',
        ),
    })
    .refine(({ only, url }) => !only || url !== undefined, {
      path: ['url'],
      error: 'the address of the only server',
    })
    .refine(
      ({ clientCertificate, url }) =>
        clientCertificate === undefined || url?.startsWith('https:') === true,
      { path: ['url'], error: 'the https address that gets the client certificate' },
    )
    .optional(),
  updates: z
    .strictObject({
      url: z
        .url({ protocol: /^https$/ })
        .describe(
          'The https folder with the packages and latest.yml; without it Cabinet never looks for a newer version.',
        ),
      channel: z
        .enum(['latest', 'beta'])
        .default('latest')
        .describe('Which of the versions in that folder are meant.'),
    })
    .optional(),
  dataFolder: z
    .string()
    .optional()
    .describe(
      'Where Cabinet keeps its data: an absolute path of that system. {user} stands for the name of the person who is signed in to the computer; {home}, at the beginning, for their home folder. It replaces --data-dir and CABINET_DATA_DIR, and nobody can move the data.',
    ),
  settings: settingsSchema
    .omit({ language: true, theme: true })
    .extend({
      settleSeconds: settingsSchema.shape.inFlightWindowSeconds.describe(
        'The earlier name of inFlightWindowSeconds.',
      ),
    })
    .partial()
    .strict()
    .optional()
    .describe('Values that nobody can change on this workstation.'),
});
export type Managed = z.infer<typeof managedSchema>;

/** Returns whether fields that the document does not list for updates may be tried. */
export function mayTryUndocumented({ service }: Pick<Managed, 'service'>): boolean {
  return service?.tryUndocumented ?? true;
}

/** The decisions as read, and the reason when the file was not obeyed. */
export const policySchema = z.object({
  managed: managedSchema,
  fault: z.string().nullable(),
  /** The same for diagnostics: only names of the program, no text of the file. */
  refusal: z
    .object({
      reason: z.enum(['unreadable', 'owner', 'mode', 'size', 'json', 'content']),
      places: z.array(z.string()),
    })
    .optional(),
});
export type Policy = z.infer<typeof policySchema>;

/** The parts of the policy that a window needs. */
export const managedInfo = z.object({
  serviceUrl: z.string().nullable(),
  serviceOnly: z.boolean(),
  /** Fields that the document does not list for updates may be tried. */
  tryUndocumented: z.boolean(),
  /** The names of the decided settings. */
  settings: z.array(z.string()),
  /** Why the file was not obeyed; null when it was, or when there is none. */
  fault: z.string().nullable(),
});
export type ManagedInfo = z.infer<typeof managedInfo>;

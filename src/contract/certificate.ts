import { write } from './procedure.ts';
import { z } from './zod.ts';

/** The most bytes of a PFX file; one with a long chain has a few thousand. */
export const PFX_BYTES = 64 << 10;

/** The reasons why a client certificate cannot be used. */
export const PFX_FAULTS = [
  'pfx-content',
  'pfx-passphrase',
  'pfx-old',
  'pfx-key',
  'pfx-expired',
  'pfx-size',
  'pfx-rounds',
  'pfx-missing',
] as const;

/** The client certificate of the profile. */
export const certificateInfo = z.object({
  /** The only address that gets it: scheme, host and port; null when there is none. */
  address: z.string().nullable(),
  /** The name in the certificate; null when there is none, or it cannot be read. */
  subject: z.string().nullable(),
  /** The end of its validity, in milliseconds since 1970. */
  validTo: z.number().nullable(),
  /** The file that the managed settings name; null without one. */
  managedFile: z.string().nullable(),
  /** Why it cannot be used; null when it can, or when there is none. */
  fault: z.enum(PFX_FAULTS).nullable(),
});
export type CertificateInfo = z.infer<typeof certificateInfo>;

const none = z.object({});

/** The procedures of a client certificate. */
export const certificateProcedures = {
  'certificate.get': write(none, certificateInfo),
  /**
   * Stores a certificate with its private key for one address, and checks the connection.
   *
   * Without an address it is for the server of the profile. Rejects with `rejected-file` and the
   * fault for a file that cannot be used.
   */
  'certificate.set': write(
    z.object({
      /** The content of a PFX file in base64; null for the file of the managed settings. */
      pfx: z
        .base64()
        .max(Math.ceil(PFX_BYTES / 3) * 4)
        .nullable(),
      passphrase: z.string().max(1000),
      url: z.string().max(2000).optional(),
    }),
    certificateInfo,
  ),
  /** Removes the stored certificate, or the stored passphrase of a managed one. */
  'certificate.forget': write(none, certificateInfo),
} as const;

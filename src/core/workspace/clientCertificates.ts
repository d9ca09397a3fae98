import path from 'node:path';
import { PFX_BYTES } from '#contract/certificate.ts';
import type { CertificateInfo } from '#contract/certificate.ts';
import { AppError, why } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { z } from '#contract/zod.ts';
import type { FindCertificate } from '../platform/network.ts';
import type { Platform } from '../platform/platform.ts';
import { withUserFolders } from '../platform/userFolders.ts';
import { readAddress } from '../service/address.ts';
import { readPfx } from '../service/pfx.ts';
import type { PfxFault, ReadPfx } from '../service/pfx.ts';
import type { MetaStore } from '../store/metaStore.ts';
import { certificateSecretName, makeSecretName, ownSecretName } from './secretName.ts';

/** How long the managed file is used before it is read again, in milliseconds. */
const KNOWN_MS = 30_000;

const keptSchema = z.object({
  /** The origin that gets the certificate, and no other. */
  address: z.string(),
  /** The file in base64; null for the passphrase of the managed file alone. */
  pfx: z.string().nullable(),
  passphrase: z.string(),
});
type Kept = z.infer<typeof keptSchema>;

/** A certificate that was chosen, with its address and whether it can be read. */
interface Chosen {
  readonly address: string;
  readonly managedFile: string | null;
  readonly read: ReadPfx | PfxFault;
}

/** The parts of a workspace that decide about client certificates. */
export interface CertificatePlace {
  readonly platform: Platform;
  readonly meta: MetaStore;
}

/**
 * Keeps the client certificate of a profile and gives it to the requests of one address.
 *
 * The whole file is stored as a secret, together with its passphrase and its address. So it is
 * sealed like the token, and neither a restored backup nor a data folder of somebody else can
 * choose it or send it elsewhere. A managed file is read again and again, because the administrator
 * may replace it; only its passphrase is stored.
 */
export class ClientCertificates {
  readonly #place;
  #kept: Promise<Kept | null> | null = null;
  #known: { readonly at: number; readonly chosen: Chosen | null } | null = null;

  constructor(place: CertificatePlace) {
    this.#place = place;
  }

  /** Returns the certificate for an address; null for every address but its own. */
  readonly find: FindCertificate = async (url) => {
    if (url.protocol !== 'https:') return null;
    const chosen = await this.#chosen();
    if (chosen === null || chosen.address !== url.origin || typeof chosen.read === 'string')
      return null;
    return chosen.read.certificate;
  };

  async info(): Promise<CertificateInfo> {
    const chosen = await this.#chosen();
    const managedFile = managedFileOf(this.#place)?.file ?? null;
    if (chosen === null) return { ...NONE, managedFile };
    const { address, read } = chosen;
    if (typeof read === 'string') return { ...NONE, address, managedFile, fault: read };
    const { subject, validTo } = read;
    const fault = this.#isExpired(validTo) ? 'pfx-expired' : null;
    return { address, subject, validTo, managedFile, fault };
  }

  /** Stores a certificate, or the passphrase of the managed one; throws `rejected-file` for a fault. */
  async keep(given: {
    readonly pfx: string | null;
    readonly passphrase: string;
    readonly url?: string | undefined;
  }): Promise<void> {
    const { pfx, passphrase } = given;
    const managed = managedFileOf(this.#place);
    if (managed !== null && pfx !== null) throw decided(managed.file);
    if (managed === null && pfx === null) throw withoutFile();
    const kept: Kept = { address: managed?.address ?? this.#addressOf(given.url), pfx, passphrase };
    const read = pfx === null ? this.#readManaged(kept) : readPfx(bytesOf(pfx), passphrase);
    if (typeof read === 'string') throw refused(read);
    if (this.#isExpired(read.validTo)) throw refused('pfx-expired', read.validTo);
    const { profile, secrets, random } = this.#place.platform;
    const name = certificateSecretName(makeSecretName(profile, this.#place.meta, random.id));
    await secrets.set(name, JSON.stringify(kept));
    this.#kept = Promise.resolve(kept);
    this.#known = null;
  }

  /** Removes the stored certificate, or the stored passphrase. */
  async forget(): Promise<void> {
    await forgetCertificate(this.#place.platform, this.#place.meta);
    this.#kept = Promise.resolve(null);
    this.#known = null;
  }

  async #chosen(): Promise<Chosen | null> {
    const now = this.#place.platform.clock.monotonicMs();
    if (this.#known !== null && now - this.#known.at < KNOWN_MS) return this.#known.chosen;
    const kept = await this.#readKept();
    const chosen = this.#choose(kept);
    this.#known = { at: now, chosen };
    return chosen;
  }

  #choose(kept: Kept | null): Chosen | null {
    const managed = managedFileOf(this.#place);
    if (managed !== null) {
      const { address, file } = managed;
      return { address, managedFile: file, read: this.#readManaged(kept) };
    }
    if (kept?.pfx === undefined || kept.pfx === null) return null;
    const read = readPfx(bytesOf(kept.pfx), kept.passphrase);
    return { address: kept.address, managedFile: null, read };
  }

  /** Reads the managed file with a passphrase that was given for it; with none without one. */
  #readManaged(kept: Kept | null): ReadPfx | PfxFault {
    const managed = managedFileOf(this.#place);
    if (managed === null) throw withoutFile();
    const isFor = kept?.pfx === null && kept.address === managed.address;
    const bytes = readSmall(this.#place, managed.file);
    return typeof bytes === 'string' ? bytes : readPfx(bytes, isFor ? kept.passphrase : '');
  }

  /** Returns the origin that a certificate is given for; throws `invalid` for no https address. */
  #addressOf(url: string | undefined): string {
    const typed = url ?? this.#place.meta.get('url');
    if (typed === null) throw withoutAddress();
    const { protocol, origin } = new URL(readAddress(typed).url);
    if (protocol !== 'https:') throw withoutAddress();
    return origin;
  }

  #isExpired(validTo: number): boolean {
    return validTo < this.#place.platform.clock.now();
  }

  #readKept(): Promise<Kept | null> {
    this.#kept ??= readKept(this.#place);
    return this.#kept;
  }
}

const NONE: CertificateInfo = {
  address: null,
  subject: null,
  validTo: null,
  managedFile: null,
  fault: null,
};

/** Removes the certificate of a profile. */
export async function forgetCertificate(
  { profile, secrets }: Pick<Platform, 'profile' | 'secrets'>,
  meta: Pick<MetaStore, 'get'>,
): Promise<void> {
  const own = ownSecretName(profile, meta);
  if (own !== null) await secrets.remove(certificateSecretName(own));
}

/** Returns the platform whose requests present the client certificate of a profile. */
export function withCertificates(
  platform: Platform,
  { find }: Pick<ClientCertificates, 'find'>,
): Platform {
  const { network, fetchFile } = platform;
  return {
    ...platform,
    network: (url, token, options) => network(url, token, { ...options, findCertificate: find }),
    fetchFile:
      fetchFile &&
      (async (url, init, reach, proxy) => fetchFile(url, init, reach, proxy, await find(url))),
  };
}

/** Returns the file of the managed settings and the address that gets it; null without one. */
function managedFileOf({ platform }: CertificatePlace) {
  const service = platform.policy?.managed.service;
  if (service?.clientCertificate === undefined || service.url === undefined) return null;
  return {
    file: withUserFolders(service.clientCertificate),
    address: new URL(service.url).origin,
  };
}

/** Reads a file of the managed settings; a pipe or a device would hold the thread. */
function readSmall({ platform }: CertificatePlace, file: string): Buffer | PfxFault {
  const { files } = platform.disk;
  try {
    if (!path.isAbsolute(file)) return 'pfx-missing';
    const stat = files.statSync(file);
    if (!stat.isFile()) return 'pfx-missing';
    if (stat.size > PFX_BYTES) return 'pfx-size';
    const bytes = Buffer.alloc(stat.size);
    const handle = files.openSync(file, 'r');
    try {
      return bytes.subarray(0, files.readSync(handle, bytes, 0, bytes.length, 0));
    } finally {
      files.closeSync(handle);
    }
  } catch {
    return 'pfx-missing';
  }
}

function bytesOf(pfx: string): Buffer {
  return Buffer.from(pfx, 'base64');
}

async function readKept({ platform, meta }: CertificatePlace): Promise<Kept | null> {
  const own = ownSecretName(platform.profile, meta);
  const text = own === null ? null : await platform.secrets.get(certificateSecretName(own));
  if (text === null) return null;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const SENTENCES: Readonly<Record<PfxFault, string>> = {
  'pfx-content': 'This is not a PFX file (.pfx or .p12).',
  'pfx-passphrase': 'The passphrase does not open this PFX file.',
  'pfx-old':
    'This PFX file uses an outdated encryption (such as RC2). Export the certificate again with AES-256 encryption.',
  'pfx-key': 'This PFX file holds no certificate with its private key.',
  'pfx-expired': 'This certificate has expired. Ask for a new one.',
  'pfx-size': 'This file is too large for a PFX file.',
  'pfx-rounds':
    'The key of this file is protected with more than 3 million rounds. Export it with fewer.',
  'pfx-missing': 'The PFX file of the managed settings cannot be read.',
};

function refused(fault: PfxFault, validTo?: number): AppError {
  const until = validTo === undefined ? '' : ` It was valid until ${dayOf(validTo)}.`;
  const params = validTo === undefined ? {} : { date: validTo };
  return new AppError('rejected-file', SENTENCES[fault] + until, { why: why(fault, params) });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function withoutFile(): AppError {
  const message = 'The managed settings name no PFX file.';
  return new AppError('state', message, { why: why('pfx-none') });
}

function withoutAddress(): AppError {
  return new AppError('invalid', 'A client certificate needs the https address of its server.', {
    why: why('pfx-address'),
  });
}

function decided(value: string): AppError {
  return new AppError('invalid', 'Set by your administrator.', {
    issues: [{ place: 'pfx', value: '', ...expecting('decided', { value }) }],
  });
}

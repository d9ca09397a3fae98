import { AppError, why } from '#contract/errors.ts';
import { procedures } from '#contract/procedures.ts';
import type { Output } from '#contract/procedures.ts';
import { errorIn } from './entry.ts';
import type { Grant } from './entry.ts';
import type { StageWatch } from './source.ts';
import type { StageFor } from './cabinetClient.ts';

interface UploadFor extends StageFor {
  readonly profile: string | undefined;
}

/** Uploads a file to the shell of this page, which keeps a copy. */
export async function upload(
  grant: Grant,
  file: File,
  use: UploadFor,
  watch: StageWatch,
): Promise<Output<'files.stage'>> {
  if (file.size > grant.fileBytes) throw tooLarge(file, grant.fileBytes);
  const { status, text } = await send(file, headersOf(grant, file, use), watch);
  const body: unknown = parsed(text);
  if (status !== 200) throw errorIn(body, status);
  return procedures['files.stage'].output.parse(body);
}

function headersOf(grant: Grant, file: File, use: UploadFor): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/octet-stream',
    'X-Cabinet-Key': grant.key,
    'X-Cabinet-File-Name': encodeURIComponent(file.name),
    ...(use.kind === undefined ? {} : { 'X-Cabinet-Kind': use.kind }),
    ...(use.field === undefined ? {} : { 'X-Cabinet-Field': use.field }),
    ...(use.profile === undefined ? {} : { 'X-Cabinet-Profile': use.profile }),
  };
}

// Only XMLHttpRequest reports the progress of an upload.
function send(
  file: File,
  headers: Readonly<Record<string, string>>,
  { signal, onProgress }: StageWatch,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', '/files');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded));
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener('error', () => reject(brokenOff(file)));
    request.addEventListener('abort', () => reject(stopped()));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) reject(stopped());
    else request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function stopped(): AppError {
  return new AppError('cancelled', 'The copy was stopped.');
}

// A browser gives the same error for a file that disappeared and for a lost connection.
function brokenOff(file: File): AppError {
  return new AppError(
    'rejected-file',
    `The copy of ${file.name} broke off. Is the file still there, and closed elsewhere?`,
    { why: why('file-broken-off', { name: file.name }) },
  );
}

function tooLarge(file: File, most: number): AppError {
  const megabytes = Math.floor(most / 1024 / 1024);
  return new AppError(
    'rejected-file',
    `${file.name} is too large: ${megabytes} MB is the most that Cabinet takes here.`,
    { why: why('file-too-large', { name: file.name, megabytes }) },
  );
}

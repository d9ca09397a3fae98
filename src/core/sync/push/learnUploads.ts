import type { UploadOutcome } from '../../service/types.ts';
import { transact } from '../../store/database.ts';
import type { Upload } from '../../store/uploadStore.ts';
import type { OperationContext } from './run.ts';

// What an upload teaches about the types of files that the service takes (doc §7, §8).

const UNSUPPORTED_TYPE = 415;
/** The document's words for a wrong type, and those that other services use. */
const ABOUT_TYPE =
  /file ?types?|types? of (?:the )?file|mime|extension|unsupported (?:file|media|format)|typ(?:u)? pliku|rozszerzeni/i;
const LONGEST_WORDS = 500;

/** Learns from an answer that the service takes files with an extension, or refuses them. */
export function learnUpload(
  { run: { ws }, resource, entity }: OperationContext,
  { sendAs }: Upload,
  outcome: UploadOutcome,
): void {
  const value = taughtBy(outcome);
  const extension = extensionOf(sendAs);
  if (value === null || extension === null) return;
  const { kind } = entity;
  // An answer that shows what is known costs no write.
  if (ws.facts.get(kind, extension, 'upload')?.value === value) return;
  const words = outcome.outcome === 'refused' ? outcome.message.slice(0, LONGEST_WORDS) : null;
  transact(ws.work, () =>
    ws.facts.set({
      kind,
      field: extension,
      fact: 'upload',
      value,
      source: 'service',
      words,
      request: `POST ${resource.paths[0] ?? ''}${resource.upload?.path ?? ''}`,
      record: entity.key ?? entity.title,
      at: ws.platform.clock.now(),
    }),
  );
  ws.emit('serviceFacts.changed', {});
}

/** A refusal for another reason, such as the size of the file, teaches nothing. */
function taughtBy(outcome: UploadOutcome): 'accepted' | 'refused' | null {
  if (outcome.outcome === 'applied') return 'accepted';
  if (outcome.outcome !== 'refused') return null;
  const isAboutType = outcome.status === UNSUPPORTED_TYPE || ABOUT_TYPE.test(outcome.message);
  return isAboutType ? 'refused' : null;
}

const EXTENSION = /\.([a-z0-9]{1,10})$/i;

function extensionOf(name: string): string | null {
  return EXTENSION.exec(name)?.[1]?.toLowerCase() ?? null;
}

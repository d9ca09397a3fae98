import { AppError, asAppError } from '#contract/errors.ts';
import type { UploadOutcome } from '../../service/types.ts';
import { hasCopy, stagedPath } from '../../files/place.ts';
import { transact } from '../../store/database.ts';
import type { Upload } from '../../store/uploadStore.ts';
import { markDirty } from '../../outbox/projection.ts';
import { endOf, notApplied, retryLater } from './request.ts';
import { learnUpload } from './learnUploads.ts';
import { MOST_LOSSES } from './retryTable.ts';
import { gaveUp, refusedVerdict, requireMine, wordless } from './run.ts';
import type { OperationContext, Refusal, SendOutcome } from './run.ts';

/**
 * Uploads the unsent files of an operation, one by one.
 *
 * Returns null when all are uploaded, else the outcome of the operation.
 */
export async function sendFiles(job: OperationContext): Promise<SendOutcome | null> {
  const { ws } = job.run;
  for (const upload of ws.uploads.of(job.operation.seq)) {
    if (upload.state === 'sent') continue;
    const verdict = await job.run.uploading(() => sendFile(job, upload));
    if (verdict !== null) return verdict;
  }
  return null;
}

async function sendFile(job: OperationContext, upload: Upload): Promise<SendOutcome | null> {
  const { ws, api, signal } = job.run;
  const path = stagedPath(ws.folder, upload.sha256);
  const { size, sha256 } = upload;
  if (!hasCopy(ws.platform.disk.files, ws.folder, upload)) return damaged(upload);
  const attempt = begin(job, upload);
  const progress = (sent: number) =>
    ws.emit('sync.progress', {
      phase: 'upload',
      kind: job.entity.kind,
      done: sent,
      total: size,
      label: upload.name,
    });
  const source = { path, name: upload.sendAs, size, sha256 };
  const outcome = await api
    .upload(job.entity.kind, source, progress, signal)
    .catch((thrown: unknown) => asAppError(thrown));
  if (outcome instanceof AppError) return unreadable(job, upload, attempt, outcome);
  end(job, upload, attempt, outcome);
  job.run.recordHealth(outcome.outcome !== 'unknown');
  learnUpload(job, upload, outcome);
  return verdictOf(job, upload, outcome);
}

/**
 * Handles a staged copy that could not be read to its end: the service cannot have accepted a
 * partial upload.
 */
function unreadable(
  job: OperationContext,
  upload: Upload,
  attempt: number,
  error: AppError,
): SendOutcome {
  end(job, upload, attempt, { outcome: 'not-applied', status: null, message: error.message });
  if (error.code === 'damaged') return damaged(upload);
  throw error;
}

// Refuses a missing or damaged copy: a flipped bit on the disk would otherwise be sent as the
// user's file.
function damaged({ name }: Upload): SendOutcome {
  const text = `The copy of ${name} on this computer is missing or damaged. Choose the file again.`;
  return { to: 'refused', reason: { code: 'file-damaged', text, details: { name } } };
}

function begin(job: OperationContext, upload: Upload): number {
  const { ws } = job.run;
  const { seq } = job.operation;
  const path = `${job.resource.paths[0] ?? ''}/upload_image`;
  const attempt = transact(ws.work, () => {
    requireMine(job);
    ws.operations.markUploading(seq, ws.platform.clock.now());
    ws.uploads.setSending(seq, upload.file);
    markDirty(ws, job.entity.kind, job.entity.eid);
    const request = { method: 'POST', path, bodySha: upload.sha256, before: null };
    return ws.activity.startAttempt(seq, request, ws.platform.clock.now());
  });
  job.run.show();
  return attempt;
}

type End =
  UploadOutcome | Omit<Extract<UploadOutcome, { outcome: 'not-applied' }>, 'cause' | 'retryAfter'>;

function end(job: OperationContext, upload: Upload, attempt: number, outcome: End): void {
  const { ws } = job.run;
  const { seq } = job.operation;
  transact(ws.work, () => {
    ws.activity.endAttempt(attempt, endOf(outcome), ws.platform.clock.now());
    if (outcome.outcome === 'applied') ws.uploads.setSent(seq, upload.file, outcome.path);
    else if (outcome.outcome === 'unknown') ws.uploads.setLost(seq, upload.file);
    else ws.uploads.setStaged(seq, upload.file);
  });
}

function verdictOf(
  job: OperationContext,
  upload: Upload,
  outcome: UploadOutcome,
): SendOutcome | null {
  switch (outcome.outcome) {
    case 'applied':
      return null;
    case 'refused':
      return fileRefused(upload, outcome);
    case 'not-applied':
      return notApplied(job, outcome);
    case 'unknown':
      if (upload.losses + 1 >= MOST_LOSSES)
        return gaveUp(`${upload.name} was uploaded ${MOST_LOSSES} times without a response.`, {
          why: 'file-lost',
          name: upload.name,
          count: MOST_LOSSES,
        });
      return retryLater(job, `${upload.name}: ${outcome.message}`, {
        why: 'file',
        name: upload.name,
        ...wordless(outcome),
      });
    default:
      return null;
  }
}

function fileRefused(upload: Upload, refusal: Refusal): SendOutcome {
  const verdict = refusedVerdict(refusal);
  if (verdict.to !== 'refused') return verdict;
  const text = `${upload.name}: ${verdict.reason.text}`;
  const details = { ...verdict.reason.details, name: upload.name };
  return { to: 'refused', reason: { ...verdict.reason, text, details } };
}

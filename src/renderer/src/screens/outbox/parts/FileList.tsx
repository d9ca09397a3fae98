import { Check, File, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation, OperationFile } from '#contract/operations.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { useCore } from '../../../state/core.ts';
import { Badge } from '../../../ui/StateBadge.tsx';
import { fieldOf } from '../../../fields/values/values.ts';
import './files.css';

const ICONS = { staged: File, sending: Upload, sent: Check } as const;

/** Lists the files of an operation and then the record, in the order of sending. */
export function FileList({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { files, action, state } = operation;
  if (files.length === 0) return null;
  const all = files.every((file) => file.state === 'sent');
  return (
    <ol className="files" aria-label={t('outbox.detail.files')}>
      {files.map((file) => (
        <Stage key={file.id} file={file} operation={operation} />
      ))}
      <li className="files-stage">
        <span className="files-dot" data-state={state} aria-hidden />
        <span className="files-name">{t(`outbox.detail.create.${action}`)}</span>
        <span />
        <span className="files-state">
          {all ? (
            t(`common.states.${state}`)
          ) : (
            <span className="quiet">{t('outbox.detail.waitsForFiles')}</span>
          )}
        </span>
      </li>
    </ol>
  );
}

function Stage({
  file,
  operation,
}: {
  readonly file: OperationFile;
  readonly operation: Operation;
}) {
  const { t } = useTranslation();
  const Icon = ICONS[file.state];
  const field = fieldOf(operation.kind, file.field);
  return (
    <li className="files-stage">
      <Icon size={14} className={`files-icon files-${file.state}`} aria-hidden />
      <span className="files-name cut" title={file.name}>
        {file.name}
        <span className="quiet"> · {field === undefined ? file.field : textOf(field.label)}</span>
      </span>
      <span className="files-size num">{formatBytes(file.size)}</span>
      <span className="files-state">
        {file.state === 'sending' && operation.state === 'sending' ? (
          <Progress file={file} />
        ) : file.state === 'sent' ? (
          <Badge tone="good" icon={Check}>
            {t('outbox.detail.fileStates.sent')}
          </Badge>
        ) : (
          <span className="quiet">{t('outbox.detail.fileStates.staged')}</span>
        )}
      </span>
    </li>
  );
}

function Progress({ file }: { readonly file: OperationFile }) {
  const { t } = useTranslation();
  const sent = useUploaded(file.name);
  const share = file.size === 0 ? 0 : Math.min(1, sent / file.size);
  return (
    <progress
      className="files-progress"
      aria-label={`${file.name}: ${t('outbox.detail.fileStates.sending')}`}
      value={share}
      max={1}
    />
  );
}

/** Returns the uploaded bytes of a file; one file is uploaded at a time. */
function useUploaded(name: string): number {
  const client = useCore((core) => core.client);
  const [sent, setSent] = useState(0);
  useEffect(
    () =>
      client?.on('sync.progress', ({ phase, label, done }) => {
        if (phase === 'upload' && label === name) setSent(done);
      }),
    [client, name],
  );
  return sent;
}

import { RotateCcw, Undo2, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { formatBytes } from '../../i18n/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { isLost, lookOf } from '../model/intake.ts';
import type { GivenFile, Line } from '../model/intake.ts';
import { retryFailed } from '../state/copying.ts';
import { leaveOut } from '../state/intake.ts';
import { Thumb } from '../thumbs/Thumb.tsx';
import { useThumb } from '../thumbs/useSight.ts';
import { LineState } from './LineState.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import { WayPicker } from './WayPicker.tsx';

interface IntakeLineProps {
  readonly intake: string;
  readonly kind: Kind | null;
  readonly line: Line;
  readonly top: number;
  readonly frozen: boolean;
}

/** One file: its look, record, way of adding and progress. */
export const IntakeLine = memo(function IntakeLine(props: IntakeLineProps) {
  const { intake, kind, line, top, frozen } = props;
  const { file, standing } = line;
  const takes = standing !== 'refused' && standing !== 'companion';
  return (
    <li
      className="intake-line"
      data-standing={standing}
      style={{ transform: `translateY(${top}px)` }}
      aria-label={file.name}
    >
      <span className="intake-tile">
        <Tile file={file} />
      </span>
      <FileText file={file} />
      {takes && standing !== 'out' ? (
        <TargetPicker intake={intake} kind={kind} line={line} disabled={frozen} />
      ) : (
        <span />
      )}
      {takes ? <WayPicker intake={intake} line={line} disabled={frozen} /> : <span />}
      <LineState line={line} />
      <LineTools intake={intake} line={line} disabled={frozen} />
    </li>
  );
});

function Tile({ file: { name, copy } }: { readonly file: GivenFile }) {
  const of = copy.state === 'kept' ? { file: copy.staged } : null;
  const { sight, url } = useThumb(of, 36);
  return <Thumb name={name} url={url} sight={sight} icon={17} />;
}

function FileText({ file: { name, folder, size } }: { readonly file: GivenFile }) {
  const { t } = useTranslation();
  return (
    <div className="intake-text">
      <p className="cut" title={folder === '' ? name : `${folder}/${name}`}>
        {name}
      </p>
      <p className="quiet cut num">
        {t(`files.looks.${lookOf(name)}`)} · {formatBytes(size)}
        {folder !== '' && ` · ${folder}`}
      </p>
    </div>
  );
}

interface LineToolsProps {
  readonly intake: string;
  readonly line: Line;
  readonly disabled: boolean;
}

function LineTools({ intake, line, disabled }: LineToolsProps) {
  const { t } = useTranslation();
  const { file, standing } = line;
  const { id, name } = file;
  const isOut = standing === 'out';
  const again = (
    <IconButton
      icon={RotateCcw}
      label={t('files.line.retry', { name })}
      onClick={() => retryFailed(intake, id)}
    />
  );
  if (isLost(line)) return <span className="intake-tools">{again}</span>;
  if (standing === 'refused' || standing === 'companion') return <span />;
  return (
    <span className="intake-tools">
      {standing === 'failed' && again}
      {/* One button for both directions keeps the focus. */}
      <IconButton
        icon={isOut ? Undo2 : X}
        label={t(isOut ? 'files.line.in' : 'files.line.out', { name })}
        disabled={disabled}
        onClick={() => leaveOut(intake, [id], !isOut)}
      />
    </span>
  );
}

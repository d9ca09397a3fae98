import { Modal } from '@mantine/core';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionOf } from '#contract/files/types.ts';
import { useCore } from '../../state/core.ts';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { bytesOf } from '../thumbs/sightStore.ts';
import { fetchBytes } from '../thumbs/thumbMaker.ts';
import { Thumb } from '../thumbs/Thumb.tsx';
import { useThumb } from '../thumbs/useSight.ts';
import { SightWords } from './SightWords.tsx';
import type { ShownFile } from './shownFiles.ts';

interface FullLookProps {
  readonly files: readonly ShownFile[];
  readonly at: number;
  readonly onAt: (index: number) => void;
  readonly onClose: () => void;
}

/**
 * A picture at the size of the window.
 *
 * Arrow keys move to the others; Space or Escape closes.
 */
export function FullLook({ files, at, onAt, onClose }: FullLookProps) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog(files[at] !== undefined);
  const file = files[at];
  const step = (by: number) => {
    if (files[at + by] !== undefined) onAt(at + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) onClose();
    else return;
    event.preventDefault();
  };
  if (file === undefined) return null;
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={isUppermost} fullScreen>
      <Modal.Overlay />
      <Modal.Content className="look" aria-label={t('files.look.title', { name: file.name })}>
        {/* Keys of the whole dialog, independent of the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className="look-inside" onKeyDown={onKeyDown} data-autofocus tabIndex={-1}>
          <header className="look-head">
            <span className="look-name">
              <strong className="cut">{file.name}</strong>
              <Facts file={file} />
            </span>
            {files.length > 1 && (
              <span className="quiet num">
                {t('files.look.of', { at: at + 1, all: files.length })}
              </span>
            )}
            <IconButton
              icon={ArrowLeft}
              label={t('files.look.before')}
              disabled={at === 0}
              onClick={() => step(-1)}
            />
            <IconButton
              icon={ArrowRight}
              label={t('files.look.next')}
              disabled={at === files.length - 1}
              onClick={() => step(1)}
            />
            <IconButton icon={X} label={t('common.actions.close')} onClick={onClose} />
          </header>
          <div className="look-body">
            <Whole key={file.key} file={file} />
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function Facts({ file }: { readonly file: ShownFile }) {
  const { sight } = useThumb(file.of, 64);
  return (
    <span className="quiet num">
      <SightWords sight={sight} />
    </span>
  );
}

function Whole({ file }: { readonly file: ShownFile }) {
  const { sight, url: small } = useThumb(file.of, 256);
  const base = useCore((core) => core.bytes);
  // A browser cannot show a TGA, and an SVG could freeze the window.
  const needsDecoding = ['.tga', '.svg'].includes(extensionOf(file.name));
  // A picture is shown only after its thumbnail succeeded: the thumbnail reads the content, not the
  // name, and refuses what is too large.
  const isKnown = small !== null;
  const decoded = useDecoded(
    isKnown && needsDecoding ? base : null,
    file.name,
    sight?.sha256 ?? null,
  );
  const whole = needsDecoding ? decoded : isKnown ? bytesOf(base, sight) : null;
  const url = whole ?? small;
  if (url === null)
    return (
      <span className="look-none">
        <Thumb name={file.name} url={null} sight={sight} icon={56} />
        <SightWords sight={sight} />
      </span>
    );
  return <img src={url} alt={file.name} data-drawing={extensionOf(file.name) === '.svg'} />;
}

/**
 * Decodes a picture that the browser cannot or must not show itself.
 *
 * The object URL is revoked with the component.
 */
function useDecoded(base: string | null, name: string, sha256: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (base === null || sha256 === null) return undefined;
    let made: string | null = null;
    let live = true;
    void decode(base, name, sha256).then(
      (blob) => {
        if (!live) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => {},
    );
    return () => {
      live = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [base, name, sha256]);
  return url;
}

async function decode(base: string, name: string, sha256: string): Promise<Blob> {
  const { pictureOf } = await import('../../viewer3d/thumbnails.ts');
  return pictureOf({ name, data: await fetchBytes(base, sha256) });
}

import type { RecordPictureProps } from '../../fields/recordPicture.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { CoverTile } from './CoverTile.tsx';

/** The first picture of a record, or the icon of its kind. */
export function recordCover({ kind, id, width }: RecordPictureProps) {
  return <CoverTile kind={kind} id={id} width={width} icon={kindIcons[kind]} />;
}

import { Box, CloudOff, FileQuestion, Image, Package } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Sight } from '#contract/files/sights.ts';
import { lookOf } from '../model/intake.ts';
import type { Look } from '../model/intake.ts';
import './thumb.css';

const ICONS: Readonly<Record<Look, LucideIcon>> = {
  picture: Image,
  model: Box,
  opaque: Package,
  companion: FileQuestion,
  other: FileQuestion,
};

interface ThumbProps {
  readonly name: string;
  readonly url: string | null;
  readonly sight: Sight | null;
  /** The width of the icon that is shown without a picture. */
  readonly icon: number;
}

/**
 * The thumbnail of a file, or an icon of its type.
 *
 * It fills its place without moving it.
 */
export function Thumb({ name, url, sight, icon }: ThumbProps) {
  // The name beside it describes the picture.
  if (url !== null) return <img className="thumb-image" src={url} alt="" draggable={false} />;
  const Icon = sight?.state === 'missing' ? CloudOff : ICONS[lookOf(name)];
  return <Icon className="thumb-icon" size={icon} strokeWidth={1.4} aria-hidden />;
}

import type { Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { kindIcons } from '../../../ui/kindIcons.ts';

interface UserNameProps {
  readonly user: Output<'records.usedBy'>['users'][number];
}

/** Shows the icon, name and code of a record that refers to another record. */
export function UserName({ user: { kind, key, title } }: UserNameProps) {
  const Icon = kindIcons[kind];
  return (
    <>
      <Icon size={15} aria-hidden />
      <span className="cut">{title}</span>
      {key === null ? (
        <span className="quiet">{textOf(resourceOf(kind).singular)}</span>
      ) : (
        <span className="mono quiet">{key}</span>
      )}
    </>
  );
}

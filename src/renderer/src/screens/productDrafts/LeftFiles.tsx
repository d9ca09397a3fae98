import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { errorText } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/KindSelect.tsx';
import { fieldFor } from './parts.ts';
import { forgetLeft, leaveFiles } from './draftView.ts';
import { takeForPart } from './takeFiles.ts';
import type { Left } from './takeFiles.ts';
import type { DraftState } from './useProductDraft.ts';

interface LeftFilesProps {
  readonly left: readonly Left[];
  /** The id of the product draft. */
  readonly id: string;
  /** The product draft; null while it is locked. */
  readonly plan: DraftState | null;
}

/** Lists the files without a part, each with the reason and the parts that could take it. */
export function LeftFiles({ left, id, plan }: LeftFilesProps) {
  const { t } = useTranslation();
  return left.map((file, at) => {
    const { name, why } = file;
    return (
      // Two files of one name can be left.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={`${at} ${name}`} className="plan-file plan-fault">
        <span className="cut">{name}</span>
        <span>
          {typeof why === 'string' ? t(`plan.left.${why}`) : errorText(t, why)}{' '}
          {plan !== null && <Assign {...{ file, id, plan }} />}
        </span>
        <IconButton
          icon={X}
          label={t('plan.remove', { name })}
          onClick={() => forgetLeft(id, file)}
        />
      </li>
    );
  });
}

interface AssignProps extends Pick<LeftFilesProps, 'id'> {
  readonly file: Left;
  readonly plan: DraftState;
}

function Assign({ file, id, plan }: AssignProps) {
  const { t } = useTranslation();
  const { given, name } = file;
  if (given === undefined) return null;
  const parts = plan.draft.parts.filter(
    (part) => part.use === null && fieldFor(part.kind, given.name) !== null,
  );
  if (parts.length === 0) return null;
  const titles = new Map(plan.verdict?.parts.map(({ part, title }) => [part, title]));
  const assign = (to: string) => {
    const part = parts.find((each) => each.part === to);
    if (part === undefined) return;
    forgetLeft(id, file);
    const found = { given: [given], unreadable: [], cut: false };
    void takeForPart(plan, part, found).then((none) => leaveFiles(id, none));
  };
  return (
    <Select
      label={t('plan.assign', { name })}
      value=""
      onValue={assign}
      options={[
        { value: '', label: t('plan.assignTo') },
        ...parts.map(({ part, kind }) => ({
          value: part,
          label: `${textOf(resourceOf(kind).singular)}: ${titles.get(part) || t('plan.untitled')}`,
        })),
      ]}
    />
  );
}

import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { Hash, MousePointer2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { labelOf } from '../model/intake.ts';
import type { Line, Target } from '../model/intake.ts';
import { findTargets } from '../state/findTargets.ts';
import { assign } from '../state/intake.ts';

interface TargetPickerProps {
  readonly intake: string;
  readonly kind: Kind | null;
  readonly line: Line;
  readonly disabled: boolean;
}

/** Whose a file is: typed as a code or a name; what its own name suggests stands first. */
export function TargetPicker({ intake, kind, line, disabled }: TargetPickerProps) {
  const { t } = useTranslation();
  const { file, target, candidates } = line;
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const offers = useOffers(kind, file.name, typed, candidates);
  const choose = (value: string) => {
    const offer = offers.find((each) => idOf(each) === value);
    if (offer !== undefined) assign(intake, [file.id], offer);
    setTyped(null);
    combobox.closeDropdown();
  };
  const shown = target === null ? '' : labelOf(target);
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={380} position="bottom-start">
      <Combobox.Target>
        <InputBase
          className="intake-target"
          size="sm"
          disabled={disabled}
          aria-label={t('files.target.label', { name: file.name })}
          placeholder={
            candidates.length > 1
              ? t('files.target.several', { count: candidates.length })
              : t('files.target.none')
          }
          leftSection={target === null ? undefined : <Source by={file.choice?.by ?? 'person'} />}
          value={typed ?? shown}
          title={target === null ? undefined : `${shown} ${target.title}`}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            // Nothing was pointed at: Enter means the first of what is offered.
            const [first] = offers;
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            if (typed === null || first === undefined) return;
            event.preventDefault();
            choose(idOf(first));
          }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            setTyped(null);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('files.target.offers')}>
          {offers.map((offer) => (
            <Offer key={idOf(offer)} offer={offer} />
          ))}
          {offers.length === 0 && (
            <Combobox.Empty>
              {typed === null ? t('files.target.type') : t('files.target.nothing', { text: typed })}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

// What a code in the name said, and what a person said, are told apart.
function Source({ by }: { readonly by: string }) {
  const Icon = by === 'person' || by === 'place' ? MousePointer2 : Hash;
  return <Icon size={12} aria-hidden />;
}

function Offer({ offer }: { readonly offer: Target }) {
  const Icon = kindIcons[offer.kind];
  return (
    <Combobox.Option value={idOf(offer)} className="intake-offer">
      <Icon size={13} aria-hidden />
      {offer.key !== null && <span className="mono">{offer.key}</span>}
      <span className="cut">{offer.title}</span>
    </Combobox.Option>
  );
}

function idOf({ kind, record }: Target): string {
  return `${kind} ${record}`;
}

const PAUSE_MS = 90;

function useOffers(
  kind: Kind | null,
  file: string,
  typed: string | null,
  candidates: Line['candidates'],
): readonly Target[] {
  const [found, setFound] = useState<readonly Target[]>([]);
  const text = typed?.trim() ?? '';
  useEffect(() => {
    if (text === '') return undefined;
    let live = true;
    const timer = setTimeout(() => {
      void findTargets(kind, file, text).then((targets) => {
        if (live) setFound(targets);
      });
    }, PAUSE_MS);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [kind, file, text]);
  return text === '' ? candidates : found;
}

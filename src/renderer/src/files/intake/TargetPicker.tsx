import { Combobox, InputBase, useCombobox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Hash, MousePointer2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { isComposing } from '../../ui/keys/composing.ts';
import { errorText } from '../../ui/ErrorNotice.tsx';
import { kindIcons } from '../../ui/kindIcons.ts';
import { tellError } from '../../ui/tellError.ts';
import { labelOf } from '../model/intake.ts';
import type { Line, FileTarget } from '../model/intake.ts';
import { findTargets, firstFor } from '../state/findTargets.ts';
import type { FoundTargets } from '../state/findTargets.ts';
import { assign } from '../state/intake.ts';
import { useOptionKept } from './useOptionKept.ts';

interface TargetPickerProps {
  readonly intake: string;
  readonly kind: Kind | null;
  readonly line: Line;
  readonly disabled: boolean;
}

/**
 * Picks the record of a file by code or name.
 *
 * Records suggested by the file name come first.
 */
export function TargetPicker({ intake, kind, line, disabled }: TargetPickerProps) {
  const { t } = useTranslation();
  const { file, target, candidates } = line;
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const text = typed?.trim() ?? '';
  const found = useOffers(kind, file.name, text, candidates);
  const offers = found.targets;
  useOptionKept(combobox, offers);
  // A later input or choice cancels a pending Enter.
  const turn = useRef(0);
  const choose = (value: string) => {
    const offer = offers.find((each) => idOf(each) === value);
    if (offer !== undefined) assign(intake, [file.id], offer);
    leave();
  };
  const chooseFirst = async () => {
    const mine = (turn.current += 1);
    const first = await firstFor(kind, file.name, text, found);
    if (first === null || mine !== turn.current) return;
    assign(intake, [file.id], first);
    leave();
  };
  function leave(): void {
    turn.current += 1;
    setTyped(null);
    combobox.closeDropdown();
  }
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
            turn.current += 1;
            setTyped(value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            // Without a highlighted option, Enter takes the first record that matches the text.
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            if (typed === null || isComposing(event)) return;
            event.preventDefault();
            void chooseFirst().catch(tellError);
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
          {offers.length === 0 && <Combobox.Empty>{nothingText(t, text, found)}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Returns why there are no offers. */
function nothingText(t: TFunction, text: string, found: FoundTargets): string {
  if (text === '') return t('files.target.type');
  if (found.text !== text) return t('common.loading');
  if (found.error !== null) return errorText(t, found.error);
  return t('files.target.nothing', { text });
}

// The icon shows whether the file name or the user chose the record.
function Source({ by }: { readonly by: string }) {
  const Icon = by === 'person' || by === 'place' ? MousePointer2 : Hash;
  return <Icon size={12} aria-hidden />;
}

function Offer({ offer }: { readonly offer: FileTarget }) {
  const Icon = kindIcons[offer.kind];
  return (
    <Combobox.Option value={idOf(offer)} className="intake-offer">
      <Icon size={13} aria-hidden />
      {offer.key !== null && <span className="mono">{offer.key}</span>}
      <span className="cut">{offer.title}</span>
    </Combobox.Option>
  );
}

function idOf({ kind, record }: FileTarget): string {
  return `${kind} ${record}`;
}

const PAUSE_MS = 90;

function useOffers(
  kind: Kind | null,
  file: string,
  text: string,
  candidates: Line['candidates'],
): FoundTargets {
  const [found, setFound] = useState<FoundTargets>({ text: '', targets: [], error: null });
  useEffect(() => {
    if (text === '') return undefined;
    let live = true;
    const timer = setTimeout(() => {
      const take = (what: Omit<FoundTargets, 'text'>) => {
        if (live) setFound({ text, ...what });
      };
      void findTargets(kind, file, text).then(
        (targets) => take({ targets, error: null }),
        (thrown: unknown) => take({ targets: [], error: asAppError(thrown) }),
      );
    }, PAUSE_MS);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [kind, file, text]);
  return text === '' ? { text, targets: candidates, error: null } : found;
}

import { TriangleAlert, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatDecimal } from '../../i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { missingFiles } from '#formats/model/names.ts';
import type { ModelFacts } from '#formats/model/types.ts';
import { boxAt, sizesOf, text } from '#formats/model/units.ts';
import { noteText } from '../words.ts';
import { Missing } from './Missing.tsx';
import { Place } from './Place.tsx';
import type { ModelViewerProps } from './props.ts';
import { Section } from './Section.tsx';
import { UnitChoice } from './SizeChip.tsx';
import type { Located } from './useLocated.ts';
import type { ViewState } from './useView.ts';

interface SideProps {
  readonly facts: ModelFacts;
  readonly view: ViewState;
  readonly located: Located;
  readonly props: ModelViewerProps;
}

/** The side panel with all facts of the model. */
export function Side({ facts, view, located, props }: SideProps) {
  const { t } = useTranslation();
  const missing = missingFiles(facts);
  return (
    <div className="model-side scroll">
      {missing.length > 0 && (
        <Section title={t('model.missing')}>
          <ul className="model-list">
            {missing.map((name) => (
              <li key={name}>
                <span className="mono">{name}</span>
                <Users facts={facts} name={name} />
              </li>
            ))}
          </ul>
          <Missing missing={missing} located={located} />
        </Section>
      )}
      {facts.notes.length > 0 && (
        <Section title={t('model.notes')}>
          <ul className="model-notes">
            {facts.notes.map((note) => (
              <li key={JSON.stringify(note)}>
                {note.mended ? (
                  <Wrench size={13} aria-hidden />
                ) : (
                  <TriangleAlert size={13} aria-hidden />
                )}
                <span>{noteText(t, note)}</span>
              </li>
            ))}
          </ul>
          {facts.notes.some((note) => note.mended) && (
            <p className="model-hint">{t('model.mended')}</p>
          )}
        </Section>
      )}
      <Size facts={facts} view={view} props={props} />
      {(props.placement !== undefined || props.direction !== undefined) && (
        <Place view={view} props={props} />
      )}
      <Section title={t('model.model')}>
        <dl className="model-facts">
          <dt>{t('model.format')}</dt>
          <dd>{facts.version}</dd>
          <dt>{t('model.bytes')}</dt>
          <dd className="num">{formatBytes(facts.bytes)}</dd>
          <dt>{t('model.triangles')}</dt>
          <dd className="num">{formatCount(facts.triangles)}</dd>
        </dl>
      </Section>
      <Materials facts={facts} />
    </div>
  );
}

function Users({ facts, name }: { readonly facts: ModelFacts; readonly name: string }) {
  const { t } = useTranslation();
  const user = facts.textures.find((each) => each.name.endsWith(name))?.material ?? null;
  if (user === null || user === '') return null;
  return <span className="quiet">{t('model.missingFor', { name: user })}</span>;
}

function Size({ facts, view, props }: Omit<SideProps, 'located'>) {
  const { t } = useTranslation();
  const box = boxAt(facts, view.scale);
  const { unit } = facts;
  return (
    <Section title={t('model.size')}>
      {box !== null && (
        <table className="model-sizes num">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t('model.axis')}</span>
              </th>
              <th scope="col">{t('model.size')}</th>
              <th scope="col">{t('model.from')}</th>
              <th scope="col">{t('model.to')}</th>
            </tr>
          </thead>
          <tbody>
            {(['x', 'y', 'z'] as const).map((axis) => (
              <tr key={axis}>
                <th scope="row">{axis.toUpperCase()}</th>
                <td>
                  <b>{formatDecimal(text(box.size[axis]))}</b>
                </td>
                <td>{formatDecimal(text(box.min[axis]))}</td>
                <td>{formatDecimal(text(box.max[axis]))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="model-hint">{t(`model.unitFrom.${unit.from}`, { said: unit.said ?? '' })}</p>
      <UnitChoice facts={facts} view={view} />
      <UpChoice view={view} />
      {props.onSizes !== undefined && box !== null && (
        <>
          <Button onClick={() => props.onSizes?.(sizesOf(box))}>{t('model.useSizes')}</Button>
          <p className="model-hint">{t('model.useSizesHint')}</p>
        </>
      )}
    </Section>
  );
}

function UpChoice({ view }: { readonly view: ViewState }) {
  const { t } = useTranslation();
  return (
    <fieldset className="model-up">
      <legend>{t('model.up')}</legend>
      {(['y', 'z'] as const).map((axis) => (
        <label key={axis}>
          <input
            type="radio"
            checked={view.showing.up === axis}
            onChange={() => view.setUp(axis)}
          />
          {axis.toUpperCase()}
        </label>
      ))}
    </fieldset>
  );
}

function Materials({ facts }: { readonly facts: ModelFacts }) {
  const { t } = useTranslation();
  return (
    <Section title={t('model.materials')}>
      {facts.materials.length === 0 ? (
        <p className="model-hint">{t('model.noMaterials')}</p>
      ) : (
        <ul className="model-list">
          {facts.materials.map(({ name, color, texture }, at) => (
            // Two materials may be alike in all that is known of them.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${name}`}>
              <svg className="model-swatch" viewBox="0 0 12 12" aria-hidden="true">
                <rect width="12" height="12" rx="3" fill={color} />
              </svg>
              <span className="cut">{name === '' ? t('model.nameless') : name}</span>
              {texture !== null && <span className="mono quiet cut">{texture}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

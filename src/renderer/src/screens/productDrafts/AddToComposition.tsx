import { Menu } from '@mantine/core';
import { ListPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { jsonObject } from '#contract/json.ts';
import type { LearnedSchema } from '#contract/learned.ts';
import type { PartVerdict, DraftPart } from '#contract/productDrafts.ts';
import { isProduct, productKind } from '#contract/resources/draftRoles.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { openPlaces } from '../../fields/structure/model/openPlaces.ts';
import type { OpenPlace } from '../../fields/structure/model/openPlaces.ts';
import { fieldShape } from '../../fields/structure/model/shape.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { withChanged } from './parts.ts';
import { draftView } from './draftView.ts';
import type { DraftState } from './useProductDraft.ts';

const COUNTED = ['learned.changed'] as const;
/** The most places in the menu; usual compositions have fewer. */
const MOST_PLACES = 12;

const COMPOSED = Object.keys(productKind.fields).filter(
  (name) => productKind.fields[name]?.namesParts === true,
);

/** The places of the product's composition for parts of one kind. */
export interface Places {
  readonly product: DraftPart | null;
  /** The composition as JSON, to look for codes. */
  readonly text: string;
  readonly places: readonly (OpenPlace & { readonly field: string })[];
}

/** Returns the places for parts of a kind; none where the draft has no new product. */
export function usePlaces({ draft }: DraftState, kind: Kind): Places {
  const isPart = !isProduct(kind);
  const asked = isPart ? { kind: productKind.kind } : null;
  const schema = useProcedure('learned.schema', asked, { refreshOn: COUNTED }).data ?? null;
  const product = draft.parts.find((part) => isProduct(part.kind) && part.use === null) ?? null;
  return useMemo(() => {
    if (product === null || schema === null || !isPart) return { product, text: '', places: [] };
    const places = COMPOSED.flatMap((name) =>
      placesIn(schema, product, name, kind).map((place) => ({ ...place, field: name })),
    );
    const text = JSON.stringify(COMPOSED.map((name) => product.values[name]));
    return { product, text, places: places.slice(0, MOST_PLACES) };
  }, [schema, product, kind, isPart]);
}

/** Returns the places of one field; none where its text is not valid yet. */
function placesIn(
  schema: LearnedSchema,
  product: DraftPart,
  name: string,
  kind: Kind,
): readonly OpenPlace[] {
  const field = productKind.fields[name];
  const value = jsonObject.safeParse(product.values[name] ?? {});
  if (field === undefined || !value.success) return [];
  const found = fieldShape(schema, name, field);
  return 'shape' in found ? openPlaces(JSON.stringify(value.data), found.shape, kind) : [];
}

interface AddToCompositionProps extends Places {
  readonly plan: DraftState;
  readonly verdict: PartVerdict;
}

/** Offers the places of the composition for a part that the product does not name. */
export function AddToComposition({ plan, verdict, product, text, places }: AddToCompositionProps) {
  const { t } = useTranslation();
  const { id, key, title } = verdict;
  const isNamed = [id, key].some((code) => code !== null && text.includes(JSON.stringify(code)));
  const offered = places.flatMap((place) => {
    const code = place.by === 'id' ? id : key;
    return code === null ? [] : [{ ...place, code }];
  });
  if (product === null || isNamed || offered.length === 0) return null;
  const put = ({ field, code, put: write }: (typeof offered)[number]) => {
    const value = jsonObject.parse(JSON.parse(write(code, title)));
    plan.setParts((parts) =>
      withChanged(parts, product.part, (part) => ({
        ...part,
        values: { ...part.values, [field]: value },
      })),
    );
    draftView.setState({ part: product.part });
  };
  return (
    <div className="plan-place">
      <Menu position="bottom-start" returnFocus>
        <Menu.Target>
          <Button tone="quiet" icon={ListPlus}>
            {t('plan.place.action')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((place) => (
            <Menu.Item key={`${place.field} ${place.name}`} onClick={() => put(place)}>
              {t('plan.place.name', {
                field: textOf(productKind.fields[place.field]?.label ?? productKind.label),
                name: place.name ?? '',
              })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

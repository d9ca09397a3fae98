import { useTranslation } from 'react-i18next';
import type { Reference } from '#contract/learned.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import type { Shape } from './model/shape.ts';
import { PictureTile, RecordLine } from './RecordLine.tsx';
import { useNamed } from './useNamed.ts';

interface ReadValueProps {
  readonly node: JsonNode | null;
  readonly shape: Shape;
  readonly text: string;
  readonly nameBeside?: string | undefined;
}

/** A value that cannot be changed. */
export function ReadValue({ node, shape, text, nameBeside }: ReadValueProps) {
  const { t } = useTranslation();
  if (node === null || text === '') return <span className="quiet">—</span>;
  if (shape.reference !== null)
    return <ReadReference reference={shape.reference} code={text} nameBeside={nameBeside} />;
  if (node.type === 'boolean') return <>{t(node.value === true ? 'common.yes' : 'common.no')}</>;
  return <span className={node.type === 'number' ? 'num' : ''}>{text}</span>;
}

interface ReadReferenceProps {
  readonly reference: Reference;
  readonly code: string;
  readonly nameBeside: string | undefined;
}

function ReadReference({ reference, code, nameBeside }: ReadReferenceProps) {
  const { kind } = reference;
  const named = useNamed(reference, code);
  return (
    <div className="parts-reference">
      <PictureTile kind={kind} id={typeof named === 'object' ? (named?.id ?? null) : null} />
      <code className="mono parts-code">{code}</code>
      <RecordLine {...{ reference, code, named, nameBeside }} />
    </div>
  );
}

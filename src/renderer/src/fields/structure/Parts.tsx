import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddKey } from './AddKey.tsx';
import { CellInput } from './CellInput.tsx';
import { useEditing } from './editing.ts';
import type { JsonNode, Path } from '#contract/jsonNodes.ts';
import { layoutOf } from './model/layout.ts';
import type { Block, GroupBlock, InputBlock, TableBlock } from './model/layout.ts';
import { codeLiteral, writeValue } from './model/rows.ts';
import type { Shape } from './model/shape.ts';
import { RawPart } from './RawPart.tsx';
import { RowsTable } from './RowsTable.tsx';

interface PartsProps {
  readonly node: JsonNode | null;
  readonly shape: Shape;
  readonly path: Path;
  /** The keys that lead here, for screen readers. */
  readonly label: string;
}

/** The parts of an object or a list: inputs, tables, groups, and JSON for the rest. */
export function Parts({ node, shape, path, label }: PartsProps) {
  const { readOnly } = useEditing();
  const { blocks, moreKeys } = useMemo(() => layoutOf(node, shape, path), [node, shape, path]);
  const isList = node?.type === 'list' || shape.item !== null;
  const canAdd = !readOnly && !isList && (path.length === 0 || moreKeys.length > 0);
  const shown = readOnly ? blocks.filter(isFilled) : blocks;
  return (
    <div className="parts">
      {shown.map((block) => (
        <Part
          key={`${block.type} ${block.key ?? ''}`}
          block={block}
          order={[...shape.keys.keys()]}
          label={label}
        />
      ))}
      {canAdd && <AddKey path={path} node={node} shape={shape} keys={moreKeys} label={label} />}
    </div>
  );
}

function isFilled(block: Block): boolean {
  return block.type === 'table'
    ? block.rows.some(({ node }) => node !== null)
    : block.node !== null;
}

interface PartProps<B> {
  readonly block: B;
  /** The known keys beside it, in their order. */
  readonly order: readonly string[];
  readonly label: string;
}

function Part({ block, order, label }: PartProps<Block>) {
  const inner = block.key === null ? label : `${label} ${block.key}`;
  if (block.type === 'input') return <InputPart block={block} order={order} label={inner} />;
  if (block.type === 'raw') return <RawPart block={block} label={inner} />;
  if (block.type === 'table') return <TablePart table={block} label={inner} />;
  return <GroupPart block={block} label={inner} />;
}

function InputPart({ block, order, label }: PartProps<InputBlock>) {
  const { text, original, edit } = useEditing();
  const { key, path, node, shape } = block;
  const tag = JSON.stringify(path);
  return (
    <div className="parts-field">
      <span className="parts-key cut" title={key}>
        {key}
      </span>
      <div className="parts-cell" data-state={node === null ? 'usual' : undefined}>
        <CellInput
          node={node}
          shape={shape}
          marks={{ 'aria-label': label }}
          write={(literal) => edit(writeValue({ text, original }, path, literal, order), tag)}
          onPick={({ code }) => {
            const literal = codeLiteral(code, shape);
            edit(writeValue({ text, original }, path, literal, order), null);
          }}
        />
      </div>
    </div>
  );
}

/** The parts of a field with more characters are closed at first. */
const LONG = 20_000;

/** A table; its heading opens and closes it in a long field. */
function TablePart({ table, label }: { readonly table: TableBlock; readonly label: string }) {
  const isLong = useEditing().text.length > LONG;
  if (!isLong || table.key === null) return <RowsTable table={table} label={label} />;
  return (
    <Fold name={table.key} label={label}>
      <RowsTable table={{ ...table, key: null }} label={label} />
    </Fold>
  );
}

function GroupPart({ block, label }: Omit<PartProps<GroupBlock>, 'order'>) {
  const { key, path, node, shape } = block;
  return (
    <Fold name={key} label={label}>
      <Parts node={node} shape={shape} path={path} label={label} />
    </Fold>
  );
}

interface FoldProps {
  readonly name: string;
  readonly label: string;
  readonly children: ReactNode;
}

function Fold({ name, label, children }: FoldProps) {
  const { t } = useTranslation();
  const isShort = useEditing().text.length <= LONG;
  const [isOpen, setOpen] = useState(isShort);
  return (
    <section className="parts-group" aria-label={label}>
      <h4>
        <button
          type="button"
          className="parts-fold"
          aria-expanded={isOpen}
          aria-label={t('structure.group', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={12} aria-hidden />
          {name}
        </button>
      </h4>
      {isOpen && children}
    </section>
  );
}

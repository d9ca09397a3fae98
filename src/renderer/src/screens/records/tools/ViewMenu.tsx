import { Menu } from '@mantine/core';
import { Check, ChevronDown, Save, SaveAll, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { toast, toastAlone } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { tellError } from '../../../ui/tellError.ts';
import { bodyOf, isFiltered, sameShape, shapeOf } from '../../../fields/model/views.ts';
import { applyView, showAll } from '../state/filtering.ts';
import { followView } from '../state/followView.ts';
import { listOf, setList, useList } from '../state/listStore.ts';
import { useViews } from '../state/useViews.ts';
import { SaveView } from './SaveView.tsx';

/** Shows the saved view in use, whether it was changed, and all others. */
export function ViewMenu({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const { data, refresh } = useViews(kind);
  const views = data?.views ?? [];
  const { current, dirty } = useCurrent(kind, views);
  const [naming, setNaming] = useState(false);
  const save = async (name: string) => {
    await saveView(kind, name);
    refresh();
    toast(t('records.views.saved', { name }));
  };
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button className="view-button">
            <span className="cut">{current?.name ?? t('records.views.all')}</span>
            {dirty && (
              <i className="view-dirty">
                <span className="unseen">{t('records.views.dirty')}</span>
              </i>
            )}
            <ChevronDown size={13} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="view-menu">
          <ViewItems kind={kind} views={views} current={current} />
          <Menu.Divider />
          {current !== null && (
            <OwnItems kind={kind} view={current} dirty={dirty} save={save} refresh={refresh} />
          )}
          <Menu.Item
            leftSection={<SaveAll size={14} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            {t('records.views.saveAs')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveView
        opened={naming}
        taken={views.map(({ name }) => name)}
        onClose={() => setNaming(false)}
        onSave={save}
      />
    </>
  );
}

async function saveView(kind: Kind, name: string): Promise<void> {
  const { shape } = listOf(kind);
  const body = bodyOf({ ...shape, search: shape.search.trim() });
  await call('views.save', { kind, view: { name, body } });
  setList(kind, { view: name });
}

interface OwnItemsProps {
  readonly kind: Kind;
  readonly view: SavedView;
  readonly dirty: boolean;
  readonly save: (name: string) => Promise<void>;
  readonly refresh: () => void;
}

function OwnItems({ kind, view, dirty, save, refresh }: OwnItemsProps) {
  const { t } = useTranslation();
  const { name } = view;
  const remove = async () => {
    await call('views.remove', { kind, name });
    setList(kind, { view: null });
    refresh();
    toastAlone(t('records.views.removed', { name }), () => {
      call('views.save', { kind, view }).then(refresh, tellError);
    });
  };
  return (
    <>
      <Menu.Item
        leftSection={<Save size={14} aria-hidden />}
        disabled={!dirty}
        onClick={() => void save(name).catch(tellError)}
      >
        {t('records.views.save', { name })}
      </Menu.Item>
      <Menu.Item
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => void remove().catch(tellError)}
      >
        {t('records.views.remove', { name })}
      </Menu.Item>
    </>
  );
}

interface ViewItemsProps {
  readonly kind: Kind;
  readonly views: readonly SavedView[];
  readonly current: SavedView | null;
}

function ViewItems({ kind, views, current }: ViewItemsProps) {
  const { t } = useTranslation();
  const mark = (on: boolean) => (on ? <Check size={14} aria-hidden /> : <i className="view-gap" />);
  return (
    <>
      <Menu.Item leftSection={mark(current === null)} onClick={() => showAll(kind)}>
        {t('records.views.all')}
      </Menu.Item>
      {views.map((view) => (
        <Menu.Item
          key={view.name}
          leftSection={mark(view.name === current?.name)}
          onClick={() => applyView(kind, view)}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
}

function useCurrent(
  kind: Kind,
  views: readonly SavedView[],
): { readonly current: SavedView | null; readonly dirty: boolean } {
  const name = useList(kind, (list) => list.view);
  const current = views.find((view) => view.name === name) ?? null;
  useEffect(() => {
    if (current !== null) followView(kind, current);
  }, [kind, current]);
  const saved = useMemo(
    () => (current === null ? null : shapeOf(resourceOf(kind), current)),
    [kind, current],
  );
  // Selects a boolean, because the shape changes with every typed letter.
  const dirty = useList(kind, ({ shape }) =>
    saved === null ? isFiltered(shape) : !sameShape(shape, saved),
  );
  return { current, dirty };
}

import { useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord } from '#contract/values.ts';
import type { Purpose } from '#contract/values.ts';
import { recordMarks } from '../../../files/drop/place.ts';
import type { FileTarget } from '../../../files/model/intake.ts';
import { FilesTab } from '../../../files/tab/FilesTab.tsx';
import { useLearned } from '../../../state/facts.ts';
import { useShellInfo } from '../../../state/shell.ts';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import { useHotkeys } from '../../../ui/keys/useHotkeys.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { isDraft, isLeaving } from '../../../fields/model/changes.ts';
import { readForm, toldFrom } from '../../../fields/model/form.ts';
import { focusGrid } from '../state/focusGrid.ts';
import { panelFocus } from '../state/panelFocus.ts';
import { recordKey } from '../../../fields/drafts/drafts.ts';
import { Details } from './Details.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { Form } from '../../../fields/form.ts';
import type { FormContext } from '../../../fields/form.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { Notices } from './Notices.tsx';
import { PanelFoot } from './PanelFoot.tsx';
import { PanelHead } from './PanelHead.tsx';
import { RawTab } from './RawTab.tsx';
import { openTab, TabPanel, Tabs } from './Tabs.tsx';
import type { Tab } from './Tabs.tsx';
import { UsedTab } from './UsedTab.tsx';
import { TryDialog } from '../../../fields/trial/TryDialog.tsx';
import { useDraft } from '../../../fields/useDraft.ts';
import type { DraftState } from '../../../fields/useDraft.ts';
import { useKeep } from './useKeep.ts';
import type { Loaded } from '../../../fields/useRecord.ts';
import { useTakenCode } from './useTakenCode.ts';
import { useUndo } from './useUndo.ts';
import { useUsers } from './useUsers.ts';

interface LoadedPanelProps {
  readonly loaded: Loaded;
  /** A stable id for the form: it stays when the service gives the record another id. */
  readonly id: string;
  /** True if this is the selected record; false while the selected one is still being read. */
  readonly current: boolean;
  readonly reload: () => Promise<void>;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** Called when the user first uses the form, or when a draft was found for it. */
  readonly onUse: () => void;
}

/** Shows one record: its head, its tabs and the actions for its draft. */
export function LoadedPanel(props: LoadedPanelProps) {
  const { loaded, id, current, reload, onTab, onUse } = props;
  const { kind, record, operations } = loaded;
  const resource = useLearned(kind);
  const [tried, setTried] = useState<string | null>(null);
  const mayTry = useShellInfo()?.managed.tryUndocumented === true;
  const draft = useDraft(recordKey(kind, id), recordKey(kind, record.id));
  const purpose = isDraft(operations) ? 'draft' : 'update';
  const values = useMemo(() => readRecord(resource, record.record), [resource, record.record]);
  const files = countFiles(resource, values);
  const tab = openTab(props.tab, files);
  const { base: began, typed } = draft;
  const base = useMemo(() => {
    const now = record.record;
    return began === null ? now : toldFrom(resource, { began, now }, typed, purpose);
  }, [resource, began, typed, record.record, purpose]);
  const read = useMemo(
    () => readForm(resource, base, typed, purpose),
    [resource, base, typed, purpose],
  );
  const outcome = useTakenCode(resource, read, record.id);
  const keeping = useKeep({ loaded, draft, base, outcome, reload });
  useSpent(draft, resource, record.record, purpose);
  const users = useUsers(kind, record.id, tab === 'used');
  const frame = useRef<HTMLDivElement>(null);
  usePanelKeys(frame, keeping.keep);
  useAskedFocus(frame, current);
  useUse(frame, draft.at !== null, onUse);
  const undoing = useUndo(loaded, reload);
  const problem = keeping.error ?? undoing.error;
  const form: FormContext = {
    key: recordKey(kind, id),
    kind,
    resource,
    purpose,
    leaving: isLeaving(operations),
    record: record.record,
    values,
    operations,
    draft: { ...draft, type: keeping.type },
    outcome: keeping.shown,
    strict: keeping.strict,
    undo: purpose === 'draft' ? null : undoing.undo,
    askToTry: mayTry && canBeTried(loaded) ? setTried : null,
  };
  return (
    <Form value={form}>
      <div className="record" ref={frame} {...recordMarks(targetOf(loaded))}>
        <PanelHead loaded={loaded} values={values} />
        <Tabs tab={tab} onTab={onTab} files={files} users={users.data?.total ?? null} />
        <TabPanel tab={tab}>
          {tab === 'details' && (
            <>
              <Notices loaded={loaded} />
              <DraftNotice />
              <Details onFiles={() => onTab('files')} />
            </>
          )}
          {tab === 'files' && (
            <FilesTab key={record.id} target={targetOf(loaded)} reload={reload} />
          )}
          {tab === 'raw' && <RawTab key={record.id} record={record} />}
          {tab === 'history' && <HistoryTab key={record.id} kind={kind} id={record.id} />}
          {tab === 'used' && <UsedTab users={users} />}
        </TabPanel>
        {problem !== null && (
          <div className="record-problem">
            <ErrorNotice error={problem} />
          </div>
        )}
        <PanelFoot loaded={loaded} keeping={keeping} />
      </div>
      {tried !== null && <TryDialog name={tried} id={record.id} onClose={() => setTried(null)} />}
    </Form>
  );
}

/** Returns whether the service has the record, and it is not about to be deleted. */
function canBeTried({ record, operations }: Loaded): boolean {
  return record.serviceId !== null && !isDraft(operations) && !isLeaving(operations);
}

function targetOf({ kind, record }: Loaded): FileTarget {
  const title = record.record[resourceOf(kind).title];
  const text = typeof title === 'string' ? title : '';
  return { kind, record: record.id, key: record.key, title: text };
}

function countFiles(resource: Resource, values: JsonObject): number | null {
  const fields = Object.entries(resource.fields).filter(
    ([, { type }]) => type === 'file' || type === 'files',
  );
  if (fields.length === 0) return null;
  return fields
    .map(([name]) => values[name])
    .reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : value ? 1 : 0), 0);
}

function usePanelKeys(
  frame: { readonly current: HTMLElement | null },
  keep: () => Promise<void>,
): void {
  useHotkeys({
    keep: () => void keep(),
    leave: () => {
      // A focused control may have been removed: Escape then returns the focus to the list.
      if (!isFocusLost() && frame.current?.contains(document.activeElement) !== true) return false;
      focusGrid();
      return true;
    },
  });
}

// The previous record takes no focus: text typed meanwhile would go into it.
function useAskedFocus(frame: { readonly current: HTMLElement | null }, current: boolean): void {
  const asked = panelFocus((state) => state.asked);
  useEffect(() => {
    if (!current || asked === answered.current) return;
    answered.current = asked;
    const find = (selector: string) => frame.current?.querySelector<HTMLElement>(selector);
    const { path } = panelFocus.getState();
    const place = path === null ? null : find(`[data-path="${CSS.escape(path)}"]`);
    (place ?? find('[data-path]:not([readonly])') ?? find('[role="tab"][tabindex="0"]'))?.focus();
  }, [asked, current, frame]);
}

// Kept outside the component: the panel may be mounted again between the key press and the loaded
// record.
const answered = { current: 0 };

// Without `input`: a render between a letter and its handler would restore the old text. Typed text
// is noticed through the draft.
const HANDS = ['focusin', 'pointerdown', 'drop', 'scroll'] as const;

/**
 * Removes a restored draft that equals the record.
 *
 * The user may return before a queued change was removed from the draft on disk.
 */
function useSpent(
  { restored, typed, files, forget }: DraftState,
  resource: Resource,
  record: JsonObject,
  purpose: Purpose,
): void {
  useEffect(() => {
    if (!restored || files.length > 0) return;
    const { changed, faults } = readForm(resource, record, typed, purpose);
    if (changed.length === 0 && Object.keys(faults).length === 0) forget();
  }, [restored, typed, files, forget, resource, record, purpose]);
}

function useUse(
  frame: { readonly current: HTMLElement | null },
  typed: boolean,
  onUse: () => void,
): void {
  useEffect(() => {
    if (typed) onUse();
  }, [typed, onUse]);
  useEffect(() => {
    const { current: element } = frame;
    // The focus may have been set before the listeners existed.
    if (element?.contains(document.activeElement) === true) onUse();
    for (const each of HANDS)
      element?.addEventListener(each, onUse, { capture: true, passive: true });
    return () => {
      for (const each of HANDS) element?.removeEventListener(each, onUse, { capture: true });
    };
  }, [frame, onUse]);
}

import type { Kind } from '#contract/resources/resource.ts';
import { goTo } from '../../state/view.ts';
import { pastView } from './pastView.ts';

/** Shows a deleted record among the deleted ones. */
export function openTrash(kind: Kind, id: string): void {
  pastView.setState({ page: 'trash', kind: null, search: '', opened: { kind, id } });
  goTo('activity');
}

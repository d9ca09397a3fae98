import type { Kind } from '#contract/resources/resource.ts';
import { goTo } from '../../state/view.ts';
import { pastView } from './pastView.ts';

/** Opens a deleted record in the trash. */
export function openTrash(kind: Kind, id: string): void {
  pastView.setState({ page: 'trash', kind: null, search: '', opened: { kind, id } });
  goTo('activity');
}

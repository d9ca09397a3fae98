import { expect, it } from 'vitest';
import type { TFunction } from 'i18next';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { columnIssues } from '#core/changesets/sheets/columns.ts';
import { columnIssueText } from '../../../src/renderer/src/fields/model/columnIssue.ts';

const t = ((key: string, values: object = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as TFunction;
const column = (index: number, name: string, field: string | null) => ({
  index,
  name,
  field,
  by: null,
  samples: [],
});

it.each(KINDS)('no fault of the columns of %s names the keys of all fields', (kind) => {
  const resource = resourceOf(kind);
  const first = Object.keys(resource.fields).find((name) => name !== resource.key) ?? '';
  const sheets = [
    [column(0, 'A', null)],
    [column(0, 'A', first)],
    [column(0, 'A', resource.title), column(1, 'B', resource.title)],
  ];
  for (const columns of sheets)
    for (const issue of columnIssues(resource, columns)) {
      const text = columnIssueText(t, kind, issue);
      expect(text, issue.expected).not.toBeNull();
      expect(text).toMatch(/^sheets\.import\.(?:noField|noKey|twice)/);
      expect(text?.length).toBeLessThan(80);
    }
});

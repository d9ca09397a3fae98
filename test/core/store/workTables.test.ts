import { expect, it } from 'vitest';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { tablesIn } from '#core/store/foreignSchema.ts';
import { migrate, WORK_TABLES } from '#core/store/workSchema.ts';

it('lists exactly the tables that the migrations of work.db make', () => {
  const db = systemDisk.openDatabase(':memory:');
  try {
    migrate(db);
    expect(tablesIn(db).toSorted()).toEqual(WORK_TABLES.toSorted());
  } finally {
    db.close();
  }
});

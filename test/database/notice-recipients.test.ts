import { expect, test } from 'vitest';
import { HISTORY_MIGRATIONS, migrate } from '../../src/database/migrations/index.ts';
import type { NoticeRow } from '../../src/database/schema/index.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { describeOnBothDatabases } from '../support/database.ts';

const notice: NoticeRow = {
  ...{ seq: 5, notice_id: 'bust-1-5', client_id: 'C1', security_id: 7 as SecurityId, kind: 'bust' },
  ...{ fields: '{"tradeID":"1"}', published_at: 1_700_000_000_000_000 },
};

describeOnBothDatabases('the notices of an order history of the release before', (open) => {
  test('stay as they are, and later ones have a row for each recipient (S22)', async () => {
    const { db, dialect } = await open(await open.location());
    const step = HISTORY_MIGRATIONS.findIndex(({ name }) => name.endsWith('notice-recipients'));
    await migrate(db, dialect, 'history', HISTORY_MIGRATIONS.slice(0, step));
    const old = [notice, { ...notice, seq: 6, client_id: 'C2' }];
    await db.insertInto('notices').values(old).execute();
    await expect(
      db
        .insertInto('notices')
        .values({ ...notice, client_id: 'C3' })
        .execute(),
    ).rejects.toThrow();
    await migrate(db, dialect, 'history', HISTORY_MIGRATIONS);
    const rows = () => db.selectFrom('notices').selectAll().orderBy('seq').orderBy('client_id').execute();
    expect(await rows()).toEqual(old);
    const later = ['C1', 'C2', 'C3'].map((client_id) => ({ ...notice, seq: 7, client_id }));
    await db.insertInto('notices').values(later).execute();
    expect(await rows()).toEqual([...old, ...later]);
    await expect(db.insertInto('notices').values(later[0]!).execute()).rejects.toThrow();
  });
});

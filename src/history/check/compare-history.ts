import { type DatabaseLocation, openHistoryReader } from '../../database/open-database.ts';
import { JournalWalk, type JournalWalkDeps } from './journal-walk.ts';

const COMMANDS_A_STEP = 10_000;

/** Compares all of an order history with the journal that it was made from; returns how many events it holds. */
export async function compareHistory(
  location: DatabaseLocation,
  options: Omit<JournalWalkDeps, 'db' | 'projected'>,
): Promise<number> {
  const { db, close } = openHistoryReader(location);
  try {
    const projected = (await db.selectFrom('history_position').select('seq').executeTakeFirst())?.seq ?? 0;
    const walk = JournalWalk.open({ ...options, db, projected });
    while (await walk.step(COMMANDS_A_STEP));
    if (projected > walk.eventSeq) {
      options.problem(`the order history holds event ${projected}, but the journal ends at event ${walk.eventSeq}`);
    }
    return projected;
  } finally {
    await close();
  }
}

import { rowsHeld } from '../../database/queries/index.ts';
import type { AlertEvidence, AlertRow, Db, MergedFindings, SurveillancePosition } from '../../database/schema/index.ts';
import { ApiError, type Client } from '../../http/methods/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { shortId } from '../shared/ids/index.ts';

/** Orders and matches that an alert keeps: its first ones. Later ones are only counted. */
const EVIDENCE_MAX = 100;

export type AlertAction = 'Raised' | 'Assigned' | 'Commented' | 'Closed' | 'Reopened';

const START: SurveillancePosition = { seq: 0, matchId: 0, date: '' };

export async function surveillancePosition(db: Db): Promise<SurveillancePosition> {
  const row = await db.selectFrom('surveillance_position').selectAll().executeTakeFirst();
  return row === undefined ? START : { seq: row.seq, matchId: row.last_match, date: row.date };
}

/** What was found from one position to another. */
export interface FoundAlerts {
  readonly alerts: readonly MergedFindings[];
  readonly from: SurveillancePosition;
  readonly to: SurveillancePosition;
}

/**
 * Stores findings and the position after them, all or none: after a crash none is lost and none is counted twice. False
 * where another process has gone on from the position meanwhile.
 */
export function storeFindings(db: Db, found: FoundAlerts, nowUs: () => Microseconds): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await movePosition(transaction, found))) return false;
    for (const alert of found.alerts) await addToAlert(transaction, alert, nowUs());
    return true;
  });
}

async function movePosition(db: Db, { from, to }: FoundAlerts): Promise<boolean> {
  const row = { seq: to.seq, last_match: to.matchId, date: to.date };
  const { numUpdatedRows } = await db
    .updateTable('surveillance_position')
    .set(row)
    .where('seq', '=', from.seq)
    .where('date', '=', from.date)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n || from.seq > 0 || from.date !== '') return numUpdatedRows > 0n;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('surveillance_position')
    .values({ position_id: 1, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

async function addToAlert(db: Db, found: MergedFindings, now: Microseconds): Promise<void> {
  const known = await held(db).where('alert_key', '=', found.key).executeTakeFirst();
  const recent = {
    last_at: found.lastAt,
    figures: JSON.stringify(found.figures),
    evidence: JSON.stringify(mergedEvidence(known, found)),
    updated_at: now,
  };
  if (known !== undefined) {
    const occurrences = known.occurrences + found.count;
    const changes = { ...recent, occurrences, status: 'Open' };
    await db.updateTable('alerts').set(changes).where('alert_id', '=', known.alert_id).execute();
    if (known.status === 'Closed') await addAction(db, known.alert_id, { action: 'Reopened', at: now });
    return;
  }
  const alert_id = shortId();
  const row: AlertRow = {
    ...{ alert_id, alert_key: found.key, rule: found.rule, security_id: found.securityId as AlertRow['security_id'] },
    ...{ client_id: found.clientId, account_id: found.accountId },
    ...{ other_client_id: found.otherClientId, other_account_id: found.otherAccountId },
    ...{ status: 'Open', assigned_to: null, occurrences: found.count, first_at: found.firstAt, created_at: now },
    ...recent,
  };
  await db.insertInto('alerts').values(row).execute();
  await addAction(db, alert_id, { action: 'Raised', at: now });
}

/** Each order and match once. */
function mergedEvidence(known: AlertRow | undefined, { evidence }: MergedFindings): AlertEvidence[] {
  const all = new Map<string, AlertEvidence>();
  const before = known === undefined ? [] : (JSON.parse(known.evidence) as AlertEvidence[]);
  for (const one of [...before, ...evidence]) {
    const key = `${one.orderId ?? ''} ${one.matchId ?? ''}`;
    if (all.size < EVIDENCE_MAX && !all.has(key)) all.set(key, one);
  }
  return [...all.values()];
}

export async function addAction(
  db: Db,
  alertId: string,
  of: {
    readonly action: AlertAction;
    readonly at: Microseconds;
    readonly by?: Pick<Client, 'clientId' | 'user'>;
    readonly text?: string;
  },
): Promise<void> {
  const row = {
    alert_id: alertId,
    action: of.action,
    client_id: of.by?.clientId ?? null,
    user_id: of.by?.user?.userId ?? null,
    text: of.text ?? null,
    acted_at: of.at,
  };
  await db.insertInto('alert_actions').values(row).execute();
}

function held(transaction: Db) {
  return rowsHeld(transaction, transaction.selectFrom('alerts').selectAll());
}

/** Every operator may see it; locked in a transaction. Throws 404. */
export async function foundAlert(db: Db, alertId: string): Promise<AlertRow> {
  const alerts = db.isTransaction ? held(db) : db.selectFrom('alerts').selectAll();
  const row = await alerts.where('alert_id', '=', alertId).executeTakeFirst();
  if (row === undefined) throw new ApiError(404);
  return row;
}

import { rowsHeld } from '../../database/queries/index.ts';
import type { AlertEvidence, AlertRow, Db, Finding, SurveillancePosition } from '../../database/schema/index.ts';
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
  readonly findings: readonly Finding[];
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
    for (const findings of Map.groupBy(found.findings, ({ key }) => key).values()) {
      await addToAlert(transaction, findings, nowUs());
    }
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

/** @param findings of one alert, oldest first */
async function addToAlert(db: Db, findings: readonly Finding[], now: Microseconds): Promise<void> {
  const [first, last] = [findings[0]!, findings.at(-1)!];
  const known = await held(db).where('alert_key', '=', first.key).executeTakeFirst();
  const recent = {
    last_at: last.time,
    figures: JSON.stringify(last.figures),
    evidence: JSON.stringify(mergedEvidence(known, findings)),
    updated_at: now,
  };
  if (known !== undefined) {
    const occurrences = known.occurrences + findings.length;
    const changes = { ...recent, occurrences, status: 'Open' };
    await db.updateTable('alerts').set(changes).where('alert_id', '=', known.alert_id).execute();
    if (known.status === 'Closed') await addAction(db, known.alert_id, { action: 'Reopened', at: now });
    return;
  }
  const alert_id = shortId();
  const row: AlertRow = {
    ...{ alert_id, alert_key: first.key, rule: first.rule, security_id: first.securityId as AlertRow['security_id'] },
    ...{ client_id: first.clientId, account_id: first.accountId },
    ...{ other_client_id: first.otherClientId, other_account_id: first.otherAccountId },
    ...{ status: 'Open', assigned_to: null, occurrences: findings.length, first_at: first.time, created_at: now },
    ...recent,
  };
  await db.insertInto('alerts').values(row).execute();
  await addAction(db, alert_id, { action: 'Raised', at: now });
}

/** Each order and match once. */
function mergedEvidence(known: AlertRow | undefined, findings: readonly Finding[]): AlertEvidence[] {
  const all = new Map<string, AlertEvidence>();
  const before = known === undefined ? [] : (JSON.parse(known.evidence) as AlertEvidence[]);
  for (const one of [...before, ...findings.flatMap(({ evidence }) => evidence)]) {
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

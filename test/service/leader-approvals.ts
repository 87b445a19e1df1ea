import { randomUUID } from 'node:crypto';
import pino from 'pino';
import Type from 'typebox';
import type { Database } from '../../src/database/database.ts';
import type { LeaderDb } from '../../src/database/leader/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { AuditLog, Billing, change, IdempotencyStore } from '../../src/modules/shared/change/index.ts';
import { operatorMethod } from '../../src/modules/shared/methods/index.ts';
import { contextOf } from '../../src/modules/two-person-approval/action-fields.ts';
import { TwoPersonApproval } from '../../src/modules/two-person-approval/index.ts';
import { undeliveredOutbox } from '../modules/shared/undelivered-outbox.ts';
import { insertOperators } from '../modules/two-person-approval/operators.ts';

const LATER = Date.UTC(2031, 0, 1) * 1000;
const secrets = new Secrets([Buffer.alloc(32, 7)]);
const log = pino({ level: 'silent' });

/** Two actions whose calls were interrupted after the approval. */
export async function approvedActions(database: Database) {
  await insertOperators(database);
  const asked = {
    client_id: 'MASTER',
    user_id: null,
    key_id: null,
    method: 'payOut',
    ip: '',
    status: 'Approved',
  } as const;
  const decision = {
    reason: null,
    decided_by: 'SECOND',
    decided_by_user: null,
    decided_at: LATER,
    answer_sealed: null,
  };
  const times = { created_at: LATER, expires_at: LATER };
  for (const action_id of ['A1', 'A2']) {
    const values_sealed = secrets.seal('{}', contextOf(action_id, 'values'));
    const row = { ...asked, ...decision, ...times, action_id, values_sealed };
    await database.db.insertInto('pending_actions').values(row).execute();
  }
  return async ({ db }: { readonly db: LeaderDb }) => {
    const nowUs = () => LATER;
    const deps = {
      ...{ db, secrets, nowUs, outbox: undeliveredOutbox(database.db, secrets, nowUs) },
      idempotencyStore: new IdempotencyStore({ secrets, nowUs, keysPerClientMax: 9, locks: undefined }),
      billing: new Billing({ environment: 'sandbox', nowUs }),
      audit: new AuditLog({ db, nowUs, log }),
    };
    const approvals = new TwoPersonApproval(deps, { isOn: true, hours: 24, log });
    const payOut = operatorMethod({
      name: 'payOut',
      summary: 'Pays',
      fourEyes: true,
      parameters: {},
      response: Type.Object({}),
      handler: change(deps, async (_call, transaction) => {
        const row = { notice_id: randomUUID(), security_id: 1, kind: 'quote', notes: '[]' } as never;
        await transaction.insertInto('venue_notices').values(row).execute();
        return { fields: {} };
      }),
    });
    approvals.guarded([payOut]);
    await approvals.resume();
  };
}

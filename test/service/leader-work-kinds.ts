/** The work of the leader, of each kind that writes the reference database, with what it has to do. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Database } from '../../src/database/database.ts';
import type { LeaderDb } from '../../src/database/leader/index.ts';
import type { MergedFindings } from '../../src/database/schema/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { expireAccreditations } from '../../src/modules/accreditation/index.ts';
import { screenPiece } from '../../src/modules/kyc/index.ts';
import { makeBatch, settleDue, writeBatchFiles } from '../../src/modules/payments/ach/batch/index.ts';
import { readNoticeFile } from '../../src/modules/payments/ach/returns/bank-notices.ts';
import { CardPayments } from '../../src/modules/payments/cards/index.ts';
import { AuditLog, IdempotencyStore } from '../../src/modules/shared/change/index.ts';
import { Documents } from '../../src/modules/shared/documents/index.ts';
import { JournaledNotices } from '../../src/modules/shared/venue-notices.ts';
import { storeFindings } from '../../src/modules/surveillance/index.ts';
import { noticeFile } from '../../src/providers/bank/sandbox-notices.ts';
import { SandboxProcessor } from '../../src/providers/cards/index.ts';
import { DAY_US } from '../../src/time/units.ts';
import { DeliveryLog } from '../../src/webhooks/log/index.ts';
import { DueTimes } from '../../src/webhooks/outbox/due-times.ts';
import { VenueOutbox } from '../../src/webhooks/outbox/index.ts';
import { aFundMove, anAchTrade, batchServices, startAch } from '../modules/payments/ach/fixture.ts';
import { aCardMove } from '../modules/payments/cards/card-moves.ts';
import { undeliveredOutbox } from '../modules/shared/undelivered-outbox.ts';
import { ManualTime } from '../support/manual-time.ts';
import { approvedActions } from './leader-approvals.ts';
import { fees } from './leader-fees.ts';
import { imports } from './leader-imports.ts';
import { sandbox } from './leader-sandbox.ts';
import { units } from './leader-units.ts';

export interface Owner {
  readonly db: LeaderDb;
  readonly epoch: number;
  /** Whether the journal takes a command of this owner. */
  readonly mayAppend: () => boolean;
}

/** What became visible outside of the database: each must be there once. */
interface Outside {
  readonly seen: string[];
}

/** Prepares a database, and answers the work on it. */
export type KindOfWork = (
  database: Database,
  folder: string,
  outside: Outside,
) => Promise<(owner: Owner) => Promise<unknown>>;

const CUT_OFF = Date.parse('2026-11-20T23:00:00Z') * 1000;
const SETTLED = Date.parse('2026-12-01T23:00:00Z') * 1000;
const LATER = Date.UTC(2031, 0, 1) * 1000;
const secrets = new Secrets([Buffer.alloc(32, 7)]);
const log = pino({ level: 'silent' });

/** Debits, and the services of an owner with the bank at a time. */
async function bankOf(database: Database, folder: string, debits: number) {
  const ach = await startAch(database);
  ach.api.nowUs = CUT_OFF - 1;
  for (let made = 0; made < debits; made++) await aFundMove(ach);
  return (owner: Pick<Owner, 'db'>, nowUs: number) => ({
    ...batchServices(ach, folder),
    db: owner.db,
    nowUs: () => nowUs,
  });
}

/** Fetches what is there for the bank, which then removes it. */
function fetchFiles(folder: string, outside: Outside): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((one) => !one.endsWith('.unfinished'))) {
    outside.seen.push(name, ...readFileSync(join(folder, name), 'utf8').match(/^6.*\d{15}$/gm)!);
    rmSync(join(folder, name));
  }
}

const batches: KindOfWork = async (database, folder, outside) => {
  const bank = await bankOf(database, folder, 2);
  return async (owner) => {
    const deps = bank(owner, CUT_OFF);
    await makeBatch(deps, 1);
    await writeBatchFiles(deps);
    fetchFiles(deps.outgoing, outside);
  };
};

const settlement: KindOfWork = async (database, folder) => {
  const bank = await bankOf(database, folder, 2);
  await makeBatch(bank({ db: database.db as LeaderDb }, CUT_OFF));
  return (owner) => settleDue(bank(owner, SETTLED));
};

const returns: KindOfWork = async (database, folder) => {
  const bank = await bankOf(database, folder, 1);
  await makeBatch(bank({ db: database.db as LeaderDb }, CUT_OFF));
  const { trace_number } = await database.db
    .selectFrom('ach_fund_moves')
    .select('trace_number')
    .executeTakeFirstOrThrow();
  const about = { routingNumber: '123456780', cents: 10_000n, identification: '1' };
  const file = Buffer.from(noticeFile([{ ...about, code: 'R01', trace: String(trace_number) }]));
  return (owner) => readNoticeFile(bank(owner, SETTLED), 'returns.txt', file);
};

const cards: KindOfWork = async (database) => {
  const ach = await startAch(database);
  const of = { client_id: 'C1', account_id: ach.accountId, offering_id: ach.offeringId };
  for (let made = 0; made < 2; made++) await aCardMove(database.db, { ...of, trade_id: await anAchTrade(ach) });
  return ({ db }) => {
    const outbox = undeliveredOutbox(database.db, secrets, () => LATER);
    return new CardPayments({ db, nowUs: () => LATER, secrets, outbox, cards: new SandboxProcessor() }, log).run();
  };
};

const accreditations: KindOfWork = async (database) => {
  const { accountId } = await startAch(database);
  const row = { client_id: 'C1', account_id: accountId, ai_method: 'Upload', notes: null, reviewed_by: null };
  const times = { created_at: 1, updated_at: null, deleted_at: null };
  for (const request_id of ['R1', 'R2']) {
    const values = { ...row, ...times, request_id, request_status: 'Approved', valid_until: '2026-01-01' };
    await database.db.insertInto('accreditation_requests').values(values).execute();
  }
  return ({ db }) => {
    const nowUs = () => LATER;
    return expireAccreditations({ db, nowUs, outbox: undeliveredOutbox(database.db, secrets, nowUs) });
  };
};

const surveillance: KindOfWork = async () => {
  const alert: MergedFindings = {
    ...{ rule: 'Wash trade', key: 'k', securityId: 1, clientId: 'C1', accountId: null },
    ...{ count: 1, firstAt: 1, lastAt: 1 },
    ...{ otherClientId: null, otherAccountId: null, figures: {}, evidence: [] },
  };
  const from = { seq: 0, matchId: 0, date: '' };
  return ({ db }) => storeFindings(db, { alerts: [alert], from, to: { ...from, seq: 9 } }, () => LATER);
};

const notices: KindOfWork = async ({ db }, _folder, outside) => {
  for (const notice_id of ['N1', 'N2']) {
    const row = { notice_id, security_id: 1, kind: 'quote', notes: '[]' } as never;
    await db.insertInto('venue_notices').values(row).execute();
  }
  // The order history of the test: what the journal took.
  const found = { where: (_column: string, _in: string, ids: string[]) => ({ execute: async () => known(ids) }) };
  const known = (ids: string[]) => outside.seen.filter((id) => ids.includes(id)).map((notice_id) => ({ notice_id }));
  const historyDb = { selectFrom: () => ({ select: () => found }) };
  return async (owner) => {
    const published = new JournaledNotices({
      db,
      writer: () => owner.db,
      historyDb: historyDb as never,
      submit: async ({ noticeId }) => {
        if (!owner.mayAppend()) throw new Error('this node does not lead');
        outside.seen.push(noticeId);
        return { ok: true } as never;
      },
      after: () => () => {},
      log,
    });
    await published.publish();
    await published.stop();
  };
};

const audit: KindOfWork = async ({ db }) => {
  const row = { client_id: 'C1', key_id: null, method: 'm', ip: '', request_id: '', status_code: 101, outcome: 'Done' };
  const further = {
    fields: '[]',
    records: '{}',
    user_id: null,
    session_id: null,
    sent_request_id: null,
    changes: null,
  };
  for (const entry_id of ['E1', 'E2']) {
    await db
      .insertInto('audit_entries')
      .values({ ...row, ...further, entry_id, occurred_at: entry_id === 'E1' ? 1 : LATER })
      .execute();
  }
  const entries = new AuditLog({ db, nowUs: () => LATER, log });
  return (owner) => entries.removeBefore(owner.db, LATER);
};

const keys: KindOfWork = async ({ db }) => {
  const row = { client_id: 'C1', body_hash: '', answer_sealed: '', created_at: 1 };
  for (const idempotency_key of ['K1', 'K2']) {
    await db
      .insertInto('idempotency_keys')
      .values({ ...row, idempotency_key })
      .execute();
  }
  const store = new IdempotencyStore({ secrets, nowUs: () => LATER, keysPerClientMax: 9, locks: undefined });
  return (owner) => store.forgetOld(owner.db);
};

const documents: KindOfWork = async ({ db }) => {
  const files = { put: async () => {}, delete: async () => {}, withdraw: async () => {} } as never;
  const owner = { clientId: 'C1', kind: 'account', id: 'A1' } as const;
  const kept = new Documents({ db, files, nowUs: () => 1 });
  const document = { title: 'x', fileName: 'x.pdf', size: 1, sha256: '00', contentType: 'application/pdf', source: '' };
  for (const row of await kept.keep(owner, [document as never, document as never], null)) await kept.delete(row);
  return (of) => new Documents({ db: of.db, files, nowUs: () => LATER }).removeDeleted(1);
};

const screenings: KindOfWork = async () => {
  return ({ db }) => {
    const deps = { db, nowUs: () => LATER } as never;
    return screenPiece({ deps, rules: () => 'lists of today', log }, new AbortController().signal);
  };
};

/** Webhooks of three matches. */
const venueWebhooks: KindOfWork = async (database) => {
  const matchOf = (seq: number) => ({ matchId: seq, securityId: 5001, time: seq, price: 1_000_000, quantity: 100 });
  const sides = { initiatorOrderId: 1, buyOrderId: 1, sellOrderId: 2, buyClientId: 'C1', sellClientId: 'C2' };
  return async ({ db }) => {
    const outbox = undeliveredOutbox(database.db, secrets, () => LATER);
    const venue = new VenueOutbox({
      db,
      outbox: {
        write: (transaction, webhooks) => outbox.write(transaction, webhooks),
        send: () => {},
        stored: () => {},
      },
      targetsOf: () => [{ id: 'W1', url: 'https://receiver.example.com/' }],
      securityOf: () => undefined,
      hasWebhooks: () => true,
      shard: 0,
      timers: new ManualTime('2026-11-20T15:00:00Z'),
      log,
    });
    await venue.begin(0);
    for (let seq = 1; seq <= 3; seq++) {
      venue.take({ type: 'match', match: { ...matchOf(seq), ...sides }, seq, time: seq } as never);
    }
    await venue.end();
  };
};

/** A row of the outbox, as a change of the client stored it. */
async function aDelivery({ db }: Database): Promise<string> {
  const outbox = undeliveredOutbox(db, secrets, () => LATER);
  await db.transaction().execute((transaction) => {
    return outbox.add(transaction, { clientId: 'C1', method: 'createParty', fields: { partyId: 'P1' } });
  });
  outbox.stop();
  return (await db.selectFrom('webhook_outbox').select('delivery_id').executeTakeFirstOrThrow()).delivery_id;
}

const dueTimes: KindOfWork = async (database) => {
  const id = await aDelivery(database);
  return ({ db, epoch }) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const times = new DueTimes({ db, after: () => () => {}, log: { error: ({ err }: { err: Error }) => reject(err) } });
    times.postpone({ id, dueMs: epoch, attempts: 1, written: resolve });
    return promise;
  };
};

const deliveryLog: KindOfWork = async (database) => {
  const id = await aDelivery(database);
  const about = { webhookId: 'W', clientId: 'C1', method: 'createParty', url: 'u', timeMs: 1, durationMs: 1 };
  return async ({ db }) => {
    // The next leader sends only what is still in the outbox.
    const isWaiting = (await db.selectFrom('webhook_outbox').select('delivery_id').execute()).length > 0;
    if (!isWaiting) return;
    const deliveries = new DeliveryLog(database, { writer: () => db, nowUs: () => DAY_US });
    deliveries.record({ ...about, id, outcome: 'delivered', httpStatus: 200, detail: null });
    await deliveries.flush();
  };
};

export const KINDS: Readonly<Record<string, KindOfWork>> = {
  'batches of debits and their files': batches,
  'settlement of debits': settlement,
  'returns of the bank': returns,
  'payments by card': cards,
  'ends of accreditations': accreditations,
  'alerts of surveillance': surveillance,
  'notices of the venue': notices,
  'units of settled trades': units,
  'fees of orders in the ledger': fees,
  'import of earlier data': imports,
  'retention of the audit log': audit,
  'retention of idempotency keys': keys,
  'retention of documents': documents,
  'screenings again': screenings,
  'webhooks of the venue': venueWebhooks,
  'times of deliveries': dueTimes,
  'the log of deliveries': deliveryLog,
  'approved actions': approvedActions,
  'keys and users of the sandbox': sandbox,
};

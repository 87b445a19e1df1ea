/**
 * Whether a payment may be made (T14) is asked on every rail and at every moment: what has ended, in each pair, refuses
 * the payment when it is ordered and when the operator or the sandbox says that it was sent, and voids it in the batch.
 */
import { expect, test } from 'vitest';
import { bankDayAfter } from '../../../src/calendar/bank-days.ts';
import { sandboxModule } from '../../../src/modules/sandbox/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { microsOf } from '../../support/manual-time.ts';
import { aParty } from '../parties/people.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { aTrade, NOW } from '../shared/records.ts';
import { aPayingInvestor, type PayingInvestor } from './paying-investor.ts';
import { ENDS, PAYMENTS, type Payment, TRADE_ENDED } from './payment-ends.ts';
import { payFor, type Rail, sendAll } from './rails.ts';

const MASTER = { as: 'MASTER' };
const STORED = {
  ach: { table: 'ach_fund_moves', id: 'ref_num', state: 'fund_status', voided: 'requestForVoidACH' },
  card: { table: 'card_fund_moves', id: 'ref_num', state: 'fund_status', voided: 'requestForVoidCCTransaction' },
  custody: { table: 'custody_fund_moves', id: 'reference_number', state: 'status', voided: 'updateCustodyFundMove' },
  deposit: { table: 'custody_fund_moves', id: 'reference_number', state: 'status', voided: 'updateCustodyFundMove' },
} as const;

const PAIRS = Object.entries(ENDS).flatMap(([ended, end]) => (end.of ?? PAYMENTS).map((by) => ({ ended, end, by })));

interface Made {
  readonly by: Payment;
  readonly tradeId: number;
  readonly number: number;
}

describeOnEachDatabase('a payment', (open) => {
  const start = async () => {
    const folders = { outgoing: '/nowhere', incoming: '/nowhere', rails: [], settlementDays: 5 };
    const sandbox = (given: ModuleDeps) => sandboxModule({ ...given, ...folders, ach: TEST_ACH });
    const investor = await aPayingInvestor(await open(), [sandbox]);
    const { db } = investor.api.database;
    const client = { client_id: 'C1', parent_id: 'C1', name: 'C1', active: 1, created_at: NOW };
    await db.insertInto('clients').values(client).execute();
    return investor;
  };
  const newTrade = async ({ api, accountId, offeringId }: PayingInvestor, type = 'ACH') => {
    const of = { account_id: accountId, transaction_type: type };
    return (await aTrade(api.database.db, 'C1', offeringId, of)).trade_id;
  };
  const order = (investor: PayingInvestor, by: Payment, tradeId: number) =>
    by === 'deposit'
      ? investor.api.call('POST', 'createCustodyFundMove', { accountId: investor.accountId, amount: '100' })
      : payFor(investor, by satisfies Rail, tradeId, investor);
  const rowOf = async ({ api }: PayingInvestor, { by, number }: Pick<Made, 'by' | 'number'>) => {
    const { table, id, state } = STORED[by];
    const query = api.database.db
      .selectFrom(table)
      .selectAll()
      .where(id as never, '=', number as never);
    const row = (await query.executeTakeFirstOrThrow()) as unknown as Record<string, unknown>;
    return { state: row[state], errors: row.errors };
  };
  const make = async (investor: PayingInvestor, by: Payment): Promise<Made> => {
    const tradeId = await newTrade(investor);
    const fields = fieldsOf(await order(investor, by, tradeId));
    const [details] = Object.values(fields).flat() as Record<string, unknown>[];
    const number = Number(details!.RefNum ?? details!.ccreferencenumber ?? details!.referenceNumber);
    return { by, tradeId, number };
  };
  const operatorSends = ({ api }: PayingInvestor, { by, number }: Made) => {
    const sent = { RefNum: number, fundStatus: 'Submitted' };
    if (by === 'ach') return api.call('POST', 'updateExternalFundMoveStatus', sent, MASTER);
    if (by === 'card') return api.call('POST', 'updateCCFundMoveStatus', sent, MASTER);
    const deposit = { referenceNumber: number, status: 'Submitted' };
    return api.call('POST', 'admin/updateCustodyFundMoveStatus', deposit, MASTER);
  };
  const sandboxSettles = ({ api }: PayingInvestor, { by, tradeId, number }: Made) => {
    const named = by === 'deposit' ? { referenceNumber: number } : { tradeId };
    return api.call('POST', 'sandbox/settlePayment', { ...named, outcome: 'Settled' });
  };

  test('is not ordered, nor sent by the operator or the sandbox, after any end, and is again without it', async () => {
    const investor = await start();
    const was: unknown[] = [];
    for (const { ended, end, by } of PAIRS) {
      const made = await make(investor, by);
      const tradeId = await newTrade(investor);
      await end.set(investor, true, [tradeId, made.tradeId]);
      const codes = [
        await order(investor, by, tradeId),
        await operatorSends(investor, made),
        await sandboxSettles(investor, made),
      ].map(({ body }) => body.statusCode);
      const { state } = await rowOf(investor, made);
      await end.set(investor, false, [tradeId, made.tradeId]);
      const again = (await operatorSends(investor, made)).body.statusCode;
      const ordered = (await order(investor, by, tradeId)).body.statusCode;
      was.push([ended, by, ...codes, state, again, ordered]);
    }
    const due = PAIRS.map(({ ended, end, by }) => [ended, by, end.code, end.code, '224', 'Pending', '101', '101']);
    expect(was).toEqual(due);
  });

  test('is voided by the batch after any end, with the reason and its webhook; others go out', async () => {
    const investor = await start();
    const { api } = investor;
    const was: unknown[] = [];
    const due: unknown[] = [];
    let day = '2026-01-05';
    for (const [ended, end] of Object.entries(ENDS)) {
      day = bankDayAfter(day);
      api.nowUs = microsOf(`${day}T22:00:00Z`);
      const made: Made[] = [];
      for (const by of PAYMENTS) made.push(await make(investor, by));
      await end.set(
        investor,
        true,
        made.map(({ tradeId }) => tradeId),
      );
      api.nowUs = microsOf(`${day}T23:00:00Z`);
      api.fired.length = 0;
      await sendAll(investor);
      await end.set(
        investor,
        false,
        made.map(({ tradeId }) => tradeId),
      );
      for (const one of made) {
        const { state, errors } = await rowOf(investor, one);
        const isVoid = ({ fields, method }: (typeof api.fired)[number]) =>
          method === STORED[one.by].voided && Number(fields.RefNum ?? fields.referenceNumber) === one.number;
        const voids = api.fired.filter(isVoid).map(({ clientId, fields }) => [clientId, fields.errors]);
        was.push([ended, one.by, state, errors || null, voids]);
        const isEnded = (end.of ?? PAYMENTS).includes(one.by);
        if (isEnded) due.push([ended, one.by, 'Voided', end.reason, [['C1', end.reason]]]);
        else due.push([ended, one.by, one.by === 'card' ? 'Settled' : 'Submitted', null, []]);
      }
    }
    expect(was).toEqual(due);
  });

  test.each(['WIRE', 'CHECK'])('by %s makes no trade FUNDED after any end, and does without it', async (type) => {
    const investor = await start();
    const { api, accountId } = investor;
    const was: unknown[] = [];
    const due: unknown[] = [];
    for (const [ended, end] of Object.entries(ENDS).filter(([, { endsWires }]) => endsWires)) {
      const tradeId = await newTrade(investor, type);
      const wire = async (as: string) => {
        const sent = { tradeId, accountId, orderStatus: 'FUNDED' };
        return (await api.call('POST', 'updateTradeStatus', sent, { as })).body.statusCode;
      };
      await end.set(investor, true, [tradeId]);
      const codes = [await wire('MASTER'), await wire('C1')];
      const sandbox = await api.call('POST', 'sandbox/settlePayment', { tradeId, outcome: 'Settled' });
      await end.set(investor, false, [tradeId]);
      was.push([ended, ...codes, sandbox.body.statusCode, await wire('MASTER')]);
      // The sandbox knows the wires of trades of type WIRE.
      due.push([ended, end.code, end.code, type === 'WIRE' ? '224' : '212', '101']);
    }
    expect(was).toEqual(due);
  });

  test('that was sent settles whatever has ended: the bank is never refused', async () => {
    const investor = await start();
    const { api } = investor;
    for (const { ended, end, by } of PAIRS.filter(({ end }) => end.reason !== TRADE_ENDED)) {
      const made = await make(investor, by);
      fieldsOf(await operatorSends(investor, made));
      await end.set(investor, true, [made.tradeId]);
      const { RefNum, referenceNumber } = { RefNum: made.number, referenceNumber: made.number };
      const settled = { ach: 'updateExternalFundMoveStatus', card: 'updateCCFundMoveStatus' } as const;
      const answer =
        by === 'ach' || by === 'card'
          ? await api.call('POST', settled[by], { RefNum, fundStatus: 'Settled' }, MASTER)
          : await api.call('POST', 'admin/updateCustodyFundMoveStatus', { referenceNumber, status: 'Settled' }, MASTER);
      expect([ended, by, answer.body.statusCode]).toEqual([ended, by, '101']);
      await end.set(investor, false, [made.tradeId]);
    }
  });

  test('is refused after the calls that end a party or its link, and is made with the next one', async () => {
    const investor = await start();
    const { api, accountId } = investor;
    const partyOf = async () => {
      const { linkDetails } = fieldsOf(await api.call('POST', 'getAllLinks', { accountId }));
      const [{ id, relatedEntry: partyId } = { id: '', relatedEntry: '' }] = linkDetails as Record<string, string>[];
      return { id: String(id), partyId: String(partyId) };
    };
    const heir = async () => {
      const link = { firstEntryType: 'Account', firstEntry: accountId, relatedEntryType: 'IndivACParty' };
      const relatedEntry = await aParty(api);
      fieldsOf(await api.call('PUT', 'createLink', { ...link, relatedEntry, linkType: 'owner', primary_value: 1 }));
    };
    const pending = await Promise.all(PAYMENTS.map((by) => make(investor, by)));
    for (const how of ['deleteLink', 'deleteParty', 'updatePartyEntityArchivestatus']) {
      const { id, partyId } = await partyOf();
      const sent = how === 'deleteLink' ? { id } : { partyId, archiveStatus: '1' };
      expect((await api.call('POST', how, sent)).body.statusCode).toBe('101');
      for (const by of PAYMENTS) {
        errorOf(await order(investor, by, await newTrade(investor)), '135');
      }
      for (const made of pending) errorOf(await operatorSends(investor, made), '135');
      if (how === 'updatePartyEntityArchivestatus')
        fieldsOf(await api.call('POST', how, { partyId, archiveStatus: '0' }));
      else await heir();
      for (const by of PAYMENTS) fieldsOf(await order(investor, by, await newTrade(investor)));
    }
  });
});

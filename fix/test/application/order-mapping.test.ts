/** Each two values of the terms of an order together: what createOrder gets, and what each outcome is reported as. */
import { expect, test } from 'vitest';
import { executionReport } from '../../src/application/execution-reports.ts';
import { createFields, replaceFields } from '../../src/application/order-fields.ts';
import type { Securities } from '../../src/application/securities.ts';
import { TAG } from '../../src/application/tags.ts';
import type { OrderEvent } from '../../src/client.ts';
import type { Field, Message } from '../../src/codec/index.ts';
import { faultsOf } from '../support/dictionary-check.ts';
import { pairsOf } from '../support/pairs.ts';
import { named } from '../support/peer.ts';

/** A way to write a term: its fields, and what they become; `refused` has a word of the text. */
interface Written {
  readonly fields: readonly (readonly [tag: number, value: string])[];
  readonly becomes?: Readonly<Record<string, unknown>>;
  readonly refused?: string;
}

const SECURITY = { securityid: '5001', issuerid: '1001' };
const BASE = { ...SECURITY, token: 'a1', uniqueToken: 'Yes' };
const at = (...fields: Written['fields']) => fields;

const FACTORS = {
  side: [
    { fields: at([54, '1']), becomes: { action: 'Buy' } },
    { fields: at([54, '2']), becomes: { action: 'Sell' } },
    { fields: at([54, '5']), refused: 'Side (54)' },
  ],
  type: [
    { fields: at([40, '2'], [44, '10.5']), becomes: { type: 'Limit', price: '10.500000' } },
    { fields: at([40, '2'], [44, '0010.25000000']), becomes: { type: 'Limit', price: '10.250000' } },
    { fields: at([40, '2'], [44, '10.0000001']), becomes: { type: 'Limit', price: '10.0000001' } },
    { fields: at([40, '1']), refused: 'OrdType (40)' },
    { fields: at([40, '4'], [44, '10'], [99, '9']), refused: '(99)' },
    { fields: at([40, '2']), refused: 'Price (44)' },
  ],
  quantity: [
    { fields: at([38, '100']), becomes: { quantity: '100' } },
    { fields: at([38, '0100.00']), becomes: { quantity: '100' } },
    { fields: at([38, '100.5']), refused: 'OrderQty' },
    { fields: at([152, '1000']), refused: 'CashOrderQty (152)' },
  ],
  timeInForce: [
    { fields: [], becomes: { expiration: 'Day' } },
    { fields: at([59, '0']), becomes: { expiration: 'Day' } },
    { fields: at([59, '1']), becomes: { expiration: 'GTC' } },
    { fields: at([59, '3']), becomes: { expiration: 'IOC' } },
    { fields: at([59, '4']), becomes: { expiration: 'IOC', contingencies: 'All or None' } },
    { fields: at([59, '6'], [432, '20270129']), becomes: { expiration: 'Other', expirationDate: '2027-01-29' } },
    { fields: at([59, '6']), refused: 'ExpireDate (432)' },
    {
      fields: at([59, '6'], [126, '20270129-21:05:00']),
      becomes: { expiration: 'Other', expirationDate: '2027-01-29', expirationTime: '16:05' },
    },
    {
      fields: at([59, '6'], [126, '20270730-03:59:00.000']),
      becomes: { expiration: 'Other', expirationDate: '2027-07-29', expirationTime: '23:59' },
    },
    { fields: at([59, '6'], [126, '20270129-21:00:01']), refused: 'ExpireTime (126)' },
    { fields: at([59, '6'], [126, '20270129-21:00:00'], [432, '20270129']), refused: 'ExpireTime (126)' },
    { fields: at([59, 'B']), becomes: { expiration: 'Auction' } },
    { fields: at([59, '2']), refused: 'TimeInForce (59)' },
  ],
  contingency: [
    { fields: [] },
    { fields: at([18, 'G']), becomes: { contingencies: 'All or None' } },
    { fields: at([110, '40']), becomes: { contingencies: 'Minimum Quantity', minimumThreshold: '40' } },
    { fields: at([18, 'G'], [110, '40']), refused: 'MinQty (110)' },
    { fields: at([18, '6']), becomes: { postOnly: 'Yes' } },
    { fields: at([18, 'G 6 F']), becomes: { contingencies: 'All or None', postOnly: 'Yes', doNotReduce: 'Yes' } },
    { fields: at([18, '1']), refused: 'ExecInst (18)' },
    { fields: at([111, '10']), refused: 'MaxFloor (111)' },
  ],
  display: [
    { fields: [] },
    { fields: at([1138, '0010.00']), becomes: { displayQuantity: '10' } },
    { fields: at([1138, '1.5']), refused: 'DisplayQty' },
    { fields: at([210, '10']), refused: 'MaxShow (210)' },
  ],
  price: [
    { fields: [], becomes: { disclosePrice: 'Yes' } },
    { fields: at([5001, 'Y']), becomes: { disclosePrice: 'Yes' } },
    { fields: at([5001, 'N']), becomes: { disclosePrice: 'No' } },
  ],
  prevention: [
    { fields: [] },
    { fields: at([5002, '0']), becomes: { selfTradePrevention: 'None' } },
    { fields: at([5002, '1']), becomes: { selfTradePrevention: 'Cancel Newest' } },
    { fields: at([5002, '2']), becomes: { selfTradePrevention: 'Cancel Oldest' } },
    { fields: at([5002, '3']), becomes: { selfTradePrevention: 'Cancel Both' } },
    { fields: at([5002, '4']), refused: 'SelfTradePrevention (5002)' },
  ],
  solicited: [
    { fields: [], becomes: { solicited: 'Unsolicited' } },
    { fields: at([377, 'N']), becomes: { solicited: 'Unsolicited' } },
    { fields: at([377, 'Y']), becomes: { solicited: 'Solicited' } },
  ],
  owner: [
    { fields: [], becomes: { memberid: 'M1' } },
    { fields: at([1, 'A10000001']), becomes: { memberid: 'M1', accountid: 'A10000001' } },
    { fields: at([453, '1'], [448, 'M7'], [447, 'D'], [452, '1']), becomes: { memberid: 'M7' } },
    { fields: at([453, '1'], [448, 'M7'], [447, 'D'], [452, '3']), becomes: { memberid: 'M1' } },
  ],
} satisfies Record<string, readonly Written[]>;

const messageOf = (msgType: string, written: readonly Written[]): Message => ({
  msgType,
  fields: [[11, 'a1'], ...written.flatMap((one) => one.fields)],
});

function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

test('a new order has what its fields say, or is refused for the first that the venue does not have', () => {
  const rows = pairsOf(FACTORS);
  let refused = 0;
  for (const row of rows) {
    const written: Written[] = Object.values(row);
    const message = messageOf('D', written);
    const make = () => createFields(message, SECURITY, { memberId: 'M1' });
    const isMinimumOfFillOrKill = row.timeInForce.fields[0]?.[1] === '4' && row.contingency.fields[0]?.[0] === 110;
    if (isMinimumOfFillOrKill || written.some((one) => one.refused !== undefined)) {
      refused += 1;
      const words = written.flatMap((one) => one.refused ?? []);
      if (isMinimumOfFillOrKill) words.push('MinQty (110)');
      expect(make).toThrow(new RegExp(words.map((word) => word.replace(/[()]/g, '\\$&')).join('|')));
      continue;
    }
    expect(defined(make())).toEqual(Object.assign({}, BASE, ...written.map((one) => one.becomes ?? {})));
  }
  // A refusal hides the other terms: each two that are taken are together in some row without one.
  const taken = Object.entries(FACTORS).map(([name, all]) => [name, all.filter((one) => !('refused' in one))]);
  for (const row of pairsOf(Object.fromEntries(taken) as Record<string, Written[]>)) {
    const written = Object.values(row);
    const isMinimumOfFillOrKill = row.timeInForce?.fields[0]?.[1] === '4' && row.contingency?.fields[0]?.[0] === 110;
    if (isMinimumOfFillOrKill) continue;
    const made = createFields(messageOf('D', written), SECURITY, { memberId: 'M1' });
    expect(defined(made)).toEqual(Object.assign({}, BASE, ...written.map((one) => one.becomes ?? {})));
  }
  expect(refused).toBeGreaterThan(20);
});

test('a replacement states quantity, price and contingency', () => {
  const { type, quantity, contingency, display } = FACTORS;
  for (const row of pairsOf({ type, quantity, contingency, display })) {
    const written: Written[] = Object.values(row);
    const make = () => replaceFields(messageOf('G', written));
    if (written.some((one) => one.refused !== undefined)) {
      expect(make).toThrow();
      continue;
    }
    const fields = Object.assign({ contingencies: 'None' }, ...written.map((one) => one.becomes ?? {}));
    for (const name of ['type', 'postOnly', 'doNotReduce']) delete fields[name];
    expect(defined(make())).toEqual(fields);
  }
});

interface Outcome {
  readonly event: Readonly<Record<string, unknown>>;
  readonly report: Readonly<Record<string, string>>;
}

const ORDER = { orderId: '17', securityId: '5001', memberId: 'M1', reason: null, reasonCode: null };
const amounts = (filled: number, left: number, average: string | null) => ({
  number_shares: '100.000000',
  filledShares: `${filled}.000000`,
  shares_remaining: `${left}.000000`,
  averagePrice: average,
  filledAmount: '0.000000',
});
const FILL = { matchId: '9', fillPrice: '10.200000', fillShares: '40.000000' };

const FIRST_FILL = {
  ...{ executionType: 'Fill', orderStatus: 'Partially Executed' },
  ...{ ...amounts(40, 60, '10.200000'), ...FILL },
};

/** What happens to an order (H14), and its ExecType, OrdStatus and quantities. */
const OUTCOMES: readonly Outcome[] = [
  {
    event: { executionType: 'New', orderStatus: 'Live', ...amounts(0, 100, null) },
    report: { ExecType: '0', OrdStatus: '0', LeavesQty: '100', CumQty: '0', AvgPx: '0' },
  },
  {
    event: { executionType: 'New', orderStatus: 'Pending', ...amounts(0, 100, null) },
    report: { ExecType: 'A', OrdStatus: 'A', LeavesQty: '100', CumQty: '0' },
  },
  {
    event: { executionType: 'Approved', orderStatus: 'Live', ...amounts(0, 100, null) },
    report: { ExecType: '0', OrdStatus: '0', LeavesQty: '100' },
  },
  {
    event: { executionType: 'Fill', orderStatus: 'Partially Executed', ...amounts(40, 60, '10.200000'), ...FILL },
    report: {
      ExecType: 'F',
      OrdStatus: '1',
      LeavesQty: '60',
      CumQty: '40',
      AvgPx: '10.200000',
      LastQty: '40',
      LastPx: '10.200000',
    },
  },
  {
    event: { ...FIRST_FILL, liquidity: 'Added' },
    report: { ExecType: 'F', LastLiquidityInd: '1' },
  },
  {
    event: { ...FIRST_FILL, liquidity: 'Removed', fee: '1.25' },
    report: { LastLiquidityInd: '2', NoMiscFees: '1', MiscFeeAmt: '1.25', MiscFeeCurr: 'USD', MiscFeeType: '4' },
  },
  {
    event: { executionType: 'Fill', orderStatus: 'Executed', ...amounts(100, 0, '10.233333'), ...FILL },
    report: { ExecType: 'F', OrdStatus: '2', LeavesQty: '0', CumQty: '100', AvgPx: '10.233333' },
  },
  {
    event: { executionType: 'Replaced', orderStatus: 'Partially Executed', ...amounts(40, 60, '10.200000') },
    report: { ExecType: '5', OrdStatus: '1', LeavesQty: '60', CumQty: '40' },
  },
  {
    event: { executionType: 'Replaced', orderStatus: 'Pending', ...amounts(0, 100, null) },
    report: { ExecType: '5', OrdStatus: 'A', LeavesQty: '100' },
  },
  {
    event: { executionType: 'Suspended', orderStatus: 'Live', ...amounts(0, 100, null), reasonCode: 'whitelist' },
    report: { ExecType: '9', OrdStatus: '9', LeavesQty: '100', ReasonCode: 'whitelist' },
  },
  {
    event: { executionType: 'Resumed', orderStatus: 'Live', ...amounts(0, 100, null) },
    report: { ExecType: 'D', OrdStatus: '0', LeavesQty: '100', ExecRestatementReason: '99' },
  },
  {
    event: { executionType: 'Rejected', orderStatus: 'Not Approved', ...amounts(0, 100, null), reason: 'no' },
    report: { ExecType: '8', OrdStatus: '8', LeavesQty: '0', OrdRejReason: '0', Text: 'no' },
  },
  {
    event: { executionType: 'Expired', orderStatus: 'Cancelled', ...amounts(0, 100, null), reasonCode: 'expired' },
    report: { ExecType: 'C', OrdStatus: 'C', LeavesQty: '0', CumQty: '0', ReasonCode: 'expired' },
  },
  {
    event: { executionType: 'Expired', orderStatus: 'Partially Executed & Cancelled', ...amounts(40, 60, '10.200000') },
    report: { ExecType: 'C', OrdStatus: 'C', LeavesQty: '0', CumQty: '40' },
  },
  {
    event: { executionType: 'Cancelled', orderStatus: 'Cancelled', ...amounts(0, 100, null) },
    report: { ExecType: '4', OrdStatus: '4', LeavesQty: '0', CumQty: '0' },
  },
  {
    event: {
      executionType: 'Cancelled',
      orderStatus: 'Partially Executed & Cancelled',
      ...amounts(40, 60, '10.200000'),
    },
    report: { ExecType: '4', OrdStatus: '4', LeavesQty: '0', CumQty: '40', AvgPx: '10.200000' },
  },
];

const SECURITIES = {
  fieldsOf: (): Field[] => [[TAG.Symbol, 'EXA']],
  byId: () => ({ mic: 'XEXA', reference: { currency: 'USD' } }),
  settlement: { of: () => '20260303' },
} as unknown as Securities;

test('each outcome is a report by the dictionary, for each kind of order', () => {
  const rows = pairsOf({
    outcome: OUTCOMES,
    type: ['Limit', 'RFQ', 'Block'],
    action: ['Bid', 'Offer'],
    accountId: [null, 'A10000001'],
    token: [null, 'a1'],
    clientId: [undefined, 'C7'],
  });
  for (const { outcome, ...of } of rows) {
    const order = { ...ORDER, ...of, price_per_share: '10.500000', change: 'entered', ...outcome.event };
    const event = { eventType: 'order', eventSeq: 5, eventTime: '2026-03-02T14:30:00.123456Z', order } as OrderEvent;
    const message = executionReport(event, SECURITIES, { clOrdId: of.token ?? undefined });
    const report = { msgType: message.msgType, fields: message.body };
    expect(faultsOf(report)).toEqual([]);
    const side = of.action === 'Bid' ? '1' : '2';
    const isFill = outcome.event.executionType === 'Fill';
    expect(named(report)).toMatchObject({
      ...outcome.report,
      ...{ OrderID: '17', OrderQty: '100', Side: side, Symbol: 'EXA', TransactTime: '20260302-14:30:00.123' },
      ExecID: isFill ? `9-${side}` : 'E5',
    });
    expect(named(report).Price).toBe(of.type === 'Limit' ? '10.500000' : undefined);
    const booked = { Currency: 'USD', LastMkt: 'XEXA', TradeDate: '20260302', SettlDate: '20260303' };
    const liquidity = { Added: '1', Removed: '2' }[(outcome.event.liquidity as 'Added') ?? ''];
    expect(named(report).LastLiquidityInd).toBe(liquidity);
    expect(named(report)).toMatchObject(isFill ? booked : {});
    expect(named(report).PartyID).toBe(of.clientId);
    expect(named(report).Account).toBe(of.accountId ?? undefined);
    expect(named(report).ClOrdID).toBe(of.token ?? undefined);
  }
});

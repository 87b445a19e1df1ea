import { expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { amendedExecutions, amendmentReports } from '../../src/application/trade-reports.ts';

const BUST = {
  ...{ tradeID: '17', securityId: '5001', price: '10.000000', quantity: '5.000000' },
  ...{ tradeStatus: 'BUSTED' as const, reason: 'an example', reasonCode: 'busted', bustedDate: '2026-03-02 15:00:00' },
} as const;
const EVENT = { eventSeq: 97, eventTime: '2026-03-02T15:00:00.000000Z', eventType: 'bust' } as const;
const securities = { fieldsOf: () => [], byId: () => undefined, settlement: { of: () => undefined } } as never;
const context = { routes: { of: () => '' } as never, securities };
const STATE = {
  ...{ securityId: '5001', securityType: 'Bid', orderStatus: 'Executed', accountId: null, token: null },
  ...{ type: 'Limit', shares: '5.000000', remainingShares: '0.000000', sharePrice: '10.000000' },
  ...{ filledShares: '5.000000', averagePrice: '10.000000' },
};
const MATCH = {
  ...{ bidOrderId: '1', askOrderId: '2', tradedAt: undefined, initiator: undefined },
  states: new Map(['1', '2'].map((orderId) => [orderId, { ...STATE, orderId }])) as never,
};

const valuesOf = ({ body }: { readonly body: readonly (readonly [number, unknown])[] }, ...tags: number[]) =>
  tags.map((tag) => body.find(([one]) => one === tag)?.[1]);

const REPORTED = [TAG.TradeReportID, TAG.OrderID, TAG.Account, TAG.PartyID] as number[];
const EXECUTED = [TAG.ExecID, TAG.OrderID, TAG.PartyID] as number[];

test('a drop copy gets a bust of two of its clients as one event, and reports each side under its client', () => {
  const clients = [
    { clientId: 'C1', bidAccountId: 'A1', bidFee: '-0.400000' },
    { clientId: 'C2', askAccountId: null },
    { clientId: 'OWNER' },
  ];
  const event = { ...EVENT, bust: { ...BUST, bidAccountId: 'A1', askAccountId: null, clients } };
  expect(amendmentReports(event, MATCH, context).map((one) => valuesOf(one as never, ...REPORTED))).toEqual([
    ['E97-1', '1', 'A1', 'C1'],
    ['E97-2', '2', undefined, 'C2'],
  ]);
  const executions = amendedExecutions(event, MATCH, context);
  expect(executions.map((one) => valuesOf(one as never, ...EXECUTED).at(-1))).toEqual(['C1', 'C2']);
  const fees = executions.map((one) => valuesOf(one as never, TAG.NoMiscFees, TAG.MiscFeeAmt, TAG.MiscFeeType));
  expect(fees).toEqual([
    ['1', '-0.400000', '4'],
    [undefined, undefined, undefined],
  ]);
});

test('a client gets its own side alone, without a party', () => {
  const event = { ...EVENT, bust: { ...BUST, askAccountId: 'A2' } };
  expect(amendmentReports(event, MATCH, context).map((one) => valuesOf(one as never, ...REPORTED))).toEqual([
    ['E97-2', '2', 'A2', undefined],
  ]);
});

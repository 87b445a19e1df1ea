/** Which refunds wait for a second operator (A31). */
import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import type { RefundDeps } from '../../../../src/modules/payments/refunds/choose-refund.ts';
import { performRefund } from '../../../../src/modules/payments/refunds/perform-refund.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { testClient } from '../../../support/served-api.ts';
import { TEST_ACH } from '../ach/ach-settings.ts';
import { startRefunds } from './refunds-api.ts';

const OPERATOR = testClient('MASTER', { master: true });

describeOnEachDatabase('the approval of refunds', (open) => {
  test('is needed where the refunds of a trade come to more than the setting', async () => {
    const { deps, unwound, refund } = await startRefunds(open);
    const { tradeId } = await unwound('WIRE');
    const { fourEyes } = performRefund({ ...deps, ach: { ...TEST_ACH, refundApprovalAbove: 60 } } as RefundDeps);
    if (typeof fourEyes !== 'function') throw new Error('it always waits');
    const judged = async (more: object) => fourEyes({ tradeId: Number(tradeId), rail: 'WIRE', ...more }, OPERATOR);
    const amount = (text: string) => ({ amount: new Decimal(text) });
    expect(await judged(amount('60'))).toEqual({ waits: false, against: amount('60.000000') });
    expect(await judged(amount('60.000001'))).toEqual({ waits: true, against: {} });
    // All of it: 100 dollars.
    expect(await judged({})).toEqual({ waits: true, against: {} });
    await refund(tradeId, 'WIRE', { amount: '55', reference: 'first' });
    expect(await judged(amount('5'))).toMatchObject({ waits: false });
    expect(await judged(amount('5.01'))).toMatchObject({ waits: true });
    // Another call for the same refund does nothing, and an unknown trade is refused by the call.
    expect(await judged({ ...amount('55'), reference: ' first ' })).toBe(false);
    expect(await judged({ tradeId: 1 })).toBe(true);
  });
});

import { expect, test } from 'vitest';
import type { Finding } from '../../../src/database/schema/index.ts';
import { withNewEvidence } from '../../../src/history/surveillance/new-evidence.ts';

function finding(key: string, orderIds: readonly number[]): Finding {
  return {
    ...{ rule: 'Quick cancels', key, securityId: 1, clientId: 'C1', accountId: null },
    ...{ otherClientId: null, otherAccountId: null, time: orderIds.at(-1) ?? 0, figures: {} },
    evidence: orderIds.map((orderId) => ({ orderId, time: orderId })),
  };
}
const ordersOf = ({ evidence }: Finding) => evidence.map(({ orderId }) => orderId);

test('each finding keeps the evidence that earlier ones of its alert do not have', () => {
  const findings = [finding('a', [1, 2]), finding('b', [2]), finding('a', [2, 3]), finding('a', [3])];
  expect(withNewEvidence(findings).map(ordersOf)).toEqual([[1, 2], [2], [3], []]);
});

test('an order and a match of one number are different evidence', () => {
  const [made] = withNewEvidence([
    {
      ...finding('a', [7]),
      evidence: [
        { orderId: 7, time: 1 },
        { matchId: 7, time: 1 },
      ],
    },
  ]);
  expect(made?.evidence).toHaveLength(2);
});

test('thousands of findings of a window of 50 orders hand over 100 orders', () => {
  const windows = Array.from({ length: 2000 }, (_, at) =>
    finding(
      'a',
      Array.from({ length: 50 }, (_, i) => at + i),
    ),
  );
  const made = withNewEvidence(windows);
  expect(made).toHaveLength(2000);
  expect(made.flatMap(ordersOf)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

import { expect, test } from 'vitest';
import type { Finding } from '../../../src/database/schema/index.ts';
import { mergedByAlert } from '../../../src/history/surveillance/new-evidence.ts';

function finding(key: string, orderIds: readonly number[]): Finding {
  return {
    ...{ rule: 'Quick cancels', key, securityId: 1, clientId: 'C1', accountId: null },
    ...{ otherClientId: null, otherAccountId: null, time: orderIds.at(-1) ?? 0, figures: {} },
    evidence: orderIds.map((orderId) => ({ orderId, time: orderId })),
  };
}
const ordersOf = ({ evidence }: Pick<Finding, 'evidence'>) => evidence.map(({ orderId }) => orderId);

test('the findings of each alert are one, with each order once', () => {
  const findings = [finding('a', [1, 2]), finding('b', [2]), { ...finding('a', [2, 3]), figures: { orders: 2 } }];
  const [a, b] = mergedByAlert(findings);
  expect(a).toMatchObject({ key: 'a', clientId: 'C1', count: 2, firstAt: 2, lastAt: 3, figures: { orders: 2 } });
  expect(b).toMatchObject({ key: 'b', count: 1, firstAt: 2, lastAt: 2, figures: {} });
  expect([ordersOf(a!), ordersOf(b!)]).toEqual([[1, 2, 3], [2]]);
});

test('an order and a match of one number are different evidence', () => {
  const [made] = mergedByAlert([
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
  const made = mergedByAlert(windows);
  expect(made).toMatchObject([{ count: 2000, firstAt: 49, lastAt: 2048 }]);
  expect(made.flatMap(ordersOf)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

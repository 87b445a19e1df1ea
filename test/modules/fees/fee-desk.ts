/** A desk with the methods of fees, whose clock is moved by days. */
import { expect } from 'vitest';
import { RULES } from '../../../src/exchange/api/rules.ts';
import { feesModule } from '../../../src/modules/fees/index.ts';
import { paymentsModule } from '../../../src/modules/payments/index.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import type { TestDatabases } from '../../support/database.ts';
import { OWNER } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';

export type Item = Record<string, unknown>;

export const DAY_MS = 24 * 60 * 60 * 1000;
export const TUESDAY = '2026-03-03';

/** The first example of docs/venue/fees.md. */
export const SCHEDULE = {
  initiator: { perShare: '0.01', minimum: '1', maximum: '5' },
  contra: { perShare: '0.002' },
};

export async function start(open: TestDatabases): Promise<Desk> {
  const desk = await startDesk(open, (deps, records) => [
    ...settlementModule(deps),
    ...feesModule({
      ...deps,
      records,
      reference: { clientIds: async () => ['C1', 'C2', 'C3', OWNER] },
      nowUs: () => deps.exchange.nowUs(),
    }),
    ...paymentsModule(deps),
  ]);
  expect(desk.exchange.rules).toBe(RULES);
  return desk;
}

export const set = (desk: Desk, body: Item) => desk.call('POST', 'setFeeSchedule', body, { as: 'MASTER' });

export async function schedule(desk: Desk, body: Item = {}): Promise<void> {
  await desk.ask('MASTER', 'setFeeSchedule', { schedule: SCHEDULE, effectiveDate: TUESDAY, ...body });
}

/** Its next day, at the same hour. */
export async function nextDay(desk: Desk): Promise<void> {
  desk.time.advanceMs(DAY_MS);
  await desk.order('C3', { type: 'Limit', price: '0.5', quantity: 1 });
}

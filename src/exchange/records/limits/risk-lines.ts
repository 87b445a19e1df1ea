/** Limits, reference prices and kill switches as lines of a snapshot. */

import { type Amendment, type KillSwitch, type LimitVersion, policyFrom, policyValues } from '../../api/index.ts';
import type { Values } from '../../commands/index.ts';
import type { VenueRecords } from '../venue-records.ts';
import type { PricesValues } from './reference-prices.ts';
import type { RiskGate } from './risk-gate.ts';

/** Kept of the limits of a client or account: the versions, and how many orders came in the last second. */
type GuardValues = readonly [versions: readonly Values[], second: number, inSecond: number];

export type RiskLine =
  | readonly ['tracksSince', number]
  | readonly ['guard', string, string | null, GuardValues]
  | readonly ['prices', ...PricesValues]
  | readonly ['switch', KillSwitch]
  | readonly ['amended', Amendment];

/** What each kind of line of a snapshot, which its first value names, puts back into the state. */
export type LineLoaders<Line extends readonly [string, ...unknown[]], State = VenueRecords> = {
  readonly [Type in Line[0]]: (state: State, line: Extract<Line, readonly [Type, ...unknown[]]>) => void;
};

export function* riskLines(risk: RiskGate): Generator<RiskLine> {
  if (risk.tracksSince !== null) yield ['tracksSince', risk.tracksSince];
  for (const [{ clientId, accountId }, { versions, second, inSecond }] of risk.limits.entries()) {
    yield ['guard', clientId, accountId, [versions.map(versionValues), second, inSecond]];
  }
  for (const prices of risk.prices.entries()) yield ['prices', ...prices];
  for (const thrown of risk.switches.entries()) yield ['switch', thrown];
  for (const amendment of risk.amendments.entries()) yield ['amended', amendment];
}

/** The inverse, after the orders: they are summed up again. */
export const RISK_LOADERS: LineLoaders<RiskLine> = {
  tracksSince({ risk }, [, since]) {
    risk.tracksSince = since;
  },
  guard({ risk, orders }, [, clientId, accountId, [versions, second, inSecond]]) {
    const guard = risk.limits.add({ clientId, accountId }, []);
    for (const order of orders.ofClient(clientId)) {
      if (accountId === null || order.ticket.accountId === accountId) guard.exposure.hold(order);
    }
    for (const values of versions) guard.set(versionFrom(values));
    guard.second = second;
    guard.inSecond = inSecond;
  },
  prices({ risk }, [, ...values]) {
    risk.prices.restore(...values);
  },
  switch({ risk }, [, thrown]) {
    risk.switches.throw(thrown);
  },
  amended({ risk }, [, amendment]) {
    risk.amendments.set(amendment);
  },
};

function versionValues({ version, time, by, policy }: LimitVersion): Values {
  return [version, time, by, policyValues(policy)];
}

function versionFrom([version, time, by, policy]: Values): LimitVersion {
  return { version, time, by, policy: policyFrom(policy) } as LimitVersion;
}

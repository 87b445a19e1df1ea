/** Limits, positions, reference prices and kill switches as lines of a snapshot. */

import {
  type Amendment,
  type Amount,
  type KillSwitch,
  type LimitVersion,
  policyFrom,
  policyValues,
  type SecurityId,
} from '../../api/index.ts';
import { positionFrom, positionValues, type Values } from '../../commands/index.ts';
import type { VenueRecords } from '../venue-records.ts';
import type { RiskGate } from './risk-gate.ts';

/** Kept of the limits of a client or account: the versions, and how many orders came in the last second. */
type GuardValues = readonly [versions: readonly Values[], second: number, inSecond: number];

export type RiskLine =
  | readonly ['tracksSince', number]
  | readonly ['guard', string, string | null, GuardValues]
  | readonly ['position', Values]
  | readonly ['prices', SecurityId, number | null, number | null]
  | readonly ['switch', KillSwitch]
  | readonly ['amended', Amendment];

export function* riskLines(risk: RiskGate): Generator<RiskLine> {
  if (risk.tracksSince !== null) yield ['tracksSince', risk.tracksSince];
  for (const [{ clientId, accountId }, { versions, second, inSecond }] of risk.limits.entries()) {
    yield ['guard', clientId, accountId, [versions.map(versionValues), second, inSecond]];
  }
  for (const position of risk.positions.entries()) yield ['position', [...positionValues(position), position.cost]];
  for (const prices of risk.prices.entries()) yield ['prices', ...prices];
  for (const thrown of risk.switches.entries()) yield ['switch', thrown];
  for (const amendment of risk.amendments.entries()) yield ['amended', amendment];
}

/** The inverse, after the orders: they are summed up again. */
export function restoreRisk({ risk, orders }: VenueRecords, line: RiskLine): void {
  switch (line[0]) {
    case 'tracksSince':
      risk.tracksSince = line[1];
      return;
    case 'guard': {
      const [, clientId, accountId, [versions, second, inSecond]] = line;
      const guard = risk.limits.add({ clientId, accountId }, []);
      for (const order of orders.ofClient(clientId)) {
        if (accountId === null || order.ticket.accountId === accountId) guard.exposure.hold(order);
      }
      for (const values of versions) guard.set(versionFrom(values));
      guard.second = second;
      guard.inSecond = inSecond;
      return;
    }
    case 'position': {
      const position = positionFrom(line[1]);
      risk.positions.set(position, { quantity: position.quantity, cost: line[1][4] as Amount | null });
      return;
    }
    case 'prices':
      risk.prices.restore(line[1], line[2], line[3]);
      return;
    case 'switch':
      risk.switches.throw(line[1]);
      return;
    case 'amended':
      risk.amendments.set(line[1]);
      return;
  }
}

function versionValues({ version, time, by, policy }: LimitVersion): Values {
  return [version, time, by, policyValues(policy)];
}

function versionFrom([version, time, by, policy]: Values): LimitVersion {
  return { version, time, by, policy: policyFrom(policy) } as LimitVersion;
}

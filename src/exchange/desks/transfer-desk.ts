import { parseDay } from '../../calendar/civil-date.ts';
import {
  ACTIONS_SINCE,
  accepted,
  type FirstRefusalCommand,
  type HoldingsCommand,
  ISSUES_SINCE,
  NO_TRANSFER_RULES,
  type Outcome,
  type ReportedHolding,
  refused,
  type SecurityId,
  type TransferCommand,
  type TransferDueCommand,
  type TransferRules,
  type TransferRulesCommand,
} from '../api/index.ts';
import {
  costOfUnits,
  type Lot,
  NO_UNITS,
  plus,
  type SecurityRecord,
  type TransferRecord,
  type VenueRecords,
  viewOf,
} from '../records/index.ts';
import type { MarketDesk } from './market-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import type { RegisterChanges } from './register-changes.ts';
import type { RegisterDesk } from './register-desk.ts';

/** Rights of first refusal that lapse in one command, so that one security does not delay the others (M9). */
const LAPSED_MAX = 100;
/** Most holders in the register of a security, by reports. */
const HOLDERS_MAX = 1_000_000;

interface TransferDesks {
  readonly orders: OrderDesk;
  readonly markets: MarketDesk;
  readonly register: Pick<RegisterDesk, 'changes'>;
}

/** The transfer rules of securities, their registers, the right of first refusal, and changes by time. */
export class TransferDesk {
  readonly #records: VenueRecords;
  readonly #orders: OrderDesk;
  readonly #markets: MarketDesk;
  readonly #changes: RegisterChanges;

  constructor(records: VenueRecords, desks: TransferDesks) {
    this.#records = records;
    this.#orders = desks.orders;
    this.#markets = desks.markets;
    this.#changes = desks.register.changes;
  }

  apply(command: TransferCommand | TransferDueCommand): Outcome {
    switch (command.type) {
      case 'transferRules':
        return this.#setRules(command);
      case 'holdings':
        return this.#report(command);
      case 'firstRefusal':
        return this.#answer(command);
      case 'transferDue':
        return this.#checkDue(command);
    }
  }

  /** F1. */
  #setRules(command: TransferRulesCommand): Outcome {
    const security = this.#ownSecurity(command);
    if (security === undefined) return refused('offering of another client');
    const known = this.#records.transfers.get(security.securityId)?.version ?? 0;
    if (command.version !== null && command.version !== known) return refused('transfer rules have changed');
    const record = this.#records.transfers.of(security.securityId);
    const { unregisteredSales = record.rules.unregisteredSales } = command.rules;
    this.#change(security, record, {
      ...command.rules,
      ...(unregisteredSales === undefined ? {} : { unregisteredSales }),
    });
    return accepted(null);
  }

  /** F13: the shares of a raise trade for the first time. What has traded before stays as it is. */
  admit(security: SecurityRecord): void {
    const { counters, risk, transfers } = this.#records;
    const hasTraded = security.traded !== undefined || risk.prices.lastOf(security.securityId) !== null;
    if ((counters.rules ?? 1) < ISSUES_SINCE || hasTraded) return;
    const known = transfers.get(security.securityId)?.rules ?? NO_TRANSFER_RULES;
    if (known.unregisteredSales !== undefined) return;
    this.#change(security, transfers.of(security.securityId), { ...known, unregisteredSales: 'refused' });
  }

  #change(security: SecurityRecord, record: TransferRecord, rules: TransferRules): void {
    record.version++;
    record.updatedAt = this.#now;
    record.rules = rules;
    this.#markets.changeWindow(security, record.ruleSet.isOutside(this.#now));
    this.#orders.mass.judgeAll(security, record);
  }

  /** F4. */
  #report(command: HoldingsCommand): Outcome {
    const security = this.#ownSecurity(command);
    if (security === undefined) return refused('offering of another client');
    const record = this.#records.transfers.of(security.securityId);
    if (record.holders.size + command.holdings.length > HOLDERS_MAX) return refused('register is full');
    const { clientId, byOperator, report } = command;
    const by = { clientId: byOperator ? null : clientId, byOperator, reason: null, ...report };
    const { securityId } = security;
    const holdings = command.holdings.map((holding) => ({ ...holding, securityId }));
    if (!this.#hasRoomFor(holdings, securityId)) return refused('too many shares');
    this.#changes.reports('report', holdings, by, (holding) => this.#reportHolding(holding));
    this.#orders.mass.judgeAll(security, record);
    return accepted(null);
  }

  #hasRoomFor(holdings: readonly ReportedHolding[], securityId: SecurityId): boolean {
    const { counters, register } = this.#records;
    let more = 0;
    for (const { clientId, accountId, lots } of holdings) {
      more -= Math.max(0, register.of({ clientId, accountId, securityId }));
      for (const { quantity } of lots) more += quantity;
    }
    return more <= 0 || (counters.rules ?? 1) < ACTIONS_SINCE || register.in(securityId).hasRoomFor(more);
  }

  /** All that the holder has; its cost stays what it was of a share, where it is known. */
  #reportHolding({
    clientId,
    accountId,
    lots,
    securityId,
  }: ReportedHolding & Pick<HoldingsCommand, 'securityId'>): void {
    const { register } = this.#records;
    const whose = { clientId, accountId, securityId };
    // By index: patterns are slow until they are compiled, and a report has thousands of lots.
    const dated = lots
      .map(({ date, quantity, rest = 0 }): Lot => [parseDay(date), quantity, null, rest])
      .sort((a, b) => a[0] - b[0]);
    if (!register.isOne) {
      register.reportApart(whose, dated);
      return;
    }
    let units = NO_UNITS;
    for (const { quantity, rest = 0 } of lots) units = plus(units, { quantity, rest });
    const cost = costOfUnits(register.heldBy(whose), units);
    register.report(whose, { ...units, cost }, dated);
  }

  /** F7. For every client but the issuer the order does not exist. */
  #answer({ clientId, orderId, exercised, reason }: FirstRefusalCommand): Outcome {
    const order = this.#records.orders.get(orderId);
    const security = order && this.#records.securities.get(order.ticket.securityId);
    if (order === undefined || security?.ownerClientId !== clientId) return refused('unknown order');
    const record = this.#records.transfers.touch(security.securityId);
    if (order.held !== 'first refusal' || record === undefined) return refused('order is not held');
    if (exercised) return accepted(this.#orders.exerciseRefusal(order, reason));
    record.waived.add(orderId);
    this.#orders.places.reconsider(order, record);
    return accepted(viewOf(order));
  }

  /** F8: applies changes by time, and releases held orders, oldest first. */
  #checkDue({ securityId }: TransferDueCommand): Outcome {
    const record = this.#records.transfers.touch(securityId);
    const security = this.#records.securities.get(securityId);
    if (record === undefined || security === undefined) return refused('unknown security');
    // Trades of an opening come before the released orders.
    const isChanged = this.#markets.changeWindow(security, record.ruleSet.isOutside(this.#now));
    const isDueAgain = isChanged || this.#lapse(record);
    if (!isDueAgain) this.#orders.mass.releaseAll(record);
    record.dueAt = isDueAgain ? 0 : Infinity;
    return accepted(null);
  }

  /** The right of first refusal was not answered in time. Returns whether more may have lapsed. */
  #lapse(record: TransferRecord): boolean {
    const { firstRefusal } = record.rules;
    if (firstRefusal === null) return false;
    for (const orderId of record.deadlines.due(this.#now, LAPSED_MAX)) {
      const order = this.#records.orders.get(orderId);
      record.deadlines.clear(orderId);
      if (order === undefined) continue;
      if (firstRefusal.unanswered === 'Exercise') this.#orders.exerciseRefusal(order, null);
      else record.waived.add(orderId);
    }
    return record.deadlines.next <= this.#now;
  }

  #ownSecurity(command: TransferRulesCommand | HoldingsCommand): SecurityRecord | undefined {
    const security = this.#records.securities.get(command.securityId);
    return command.byOperator || security?.ownerClientId === command.clientId ? security : undefined;
  }

  get #now(): number {
    return this.#records.counters.time;
  }
}

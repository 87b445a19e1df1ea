import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { CancelCommand, EnterCommand, ReplaceCommand, SecurityCommand } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { SelfTrade } from '../../src/exchange/api/optional-terms.ts';
import type { OrderTerms, OrderTicket, OrderType } from '../../src/exchange/api/orders.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { OrderLimits } from '../../src/exchange/api/securities.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { ManualTime } from '../support/manual-time.ts';
import type { Plain } from '../support/plain.ts';

/** Friday, 20 November 2026, 10:00 in New York: the market is open. */
export const OPEN_FRIDAY = '2026-11-20T15:00:00Z';

export const DOLLAR = 1_000_000;

export function security(over: Partial<Plain<SecurityCommand>> = {}): SecurityCommand {
  return {
    type: 'security',
    securityId: 7,
    issuerId: 3,
    ownerClientId: 'owner',
    name: 'Example Security',
    status: 'trading',
    ...over,
  } as SecurityCommand;
}

/** What a test says of an order; the rest is a plain bid of client a. */
export type OrderFields = Partial<Plain<Omit<OrderTicket, 'type'> & OrderTerms>> &
  Pick<EnterCommand, 'idempotency'> & { readonly orderType?: OrderType; readonly selfTrade?: SelfTrade };

export function order(over: OrderFields = {}): EnterCommand {
  const {
    orderType: type = 'Limit',
    quantity = 100,
    price = 10 * DOLLAR,
    contingency = 'None',
    minimum = 0,
    idempotency,
    selfTrade,
    ...fields
  } = over;
  const terms = { quantity, price, contingency, minimum };
  const own = { clientId: 'a', securityId: 7, side: 'buy', type, ...fields } as OrderTicket;
  const optional = selfTrade && { optional: { ...fields.optional, selfTradePrevention: selfTrade } };
  const ticket = limitTicket({ ...own, ...optional });
  const command = { type: 'enter', ticket, ...terms } as const;
  return idempotency === undefined ? command : { ...command, idempotency };
}

export function cancel(orderId: number, over: Partial<CancelCommand> = {}): CancelCommand {
  return { type: 'cancel', clientId: 'a', orderId: orderId as OrderId, ...over };
}

export function replace(orderId: number, over: Partial<ReplaceCommand> = {}): ReplaceCommand {
  return { type: 'replace', clientId: 'a', orderId: orderId as OrderId, ...over };
}

export interface TestVenue {
  readonly exchange: LiveExchange;
  readonly time: ManualTime;
  readonly files: FaultyFileSystem;
  readonly events: ExchangeEvent[];
}

export interface VenueSettings {
  readonly folder: string;
  readonly archiveFolder?: string;
  readonly time?: ManualTime;
  readonly files?: FaultyFileSystem;
  readonly alwaysOpen?: boolean;
  readonly neverCloses?: ReadonlySet<SecurityId>;
  readonly segmentBytesMax?: number;
  readonly waitingMax?: number;
  readonly unprojectedMax?: number;
  readonly limits?: OrderLimits;
  /** Draws the ends of calls (Q8). */
  readonly draw?: (most: number) => number;
}

/** A venue on a real folder, with a clock, timers and disk that the test drives. */
export function openVenue(settings: VenueSettings): TestVenue {
  const time = settings.time ?? new ManualTime(OPEN_FRIDAY);
  const files = settings.files ?? new FaultyFileSystem();
  const quiet = () => {};
  const exchange = new LiveExchange({
    folder: settings.folder,
    archiveFolder: settings.archiveFolder ?? null,
    shard: 0,
    files,
    clock: time,
    timers: time,
    alwaysOpen: settings.alwaysOpen ?? false,
    neverCloses: settings.neverCloses ?? new Set(),
    segmentBytesMax: settings.segmentBytesMax ?? 1024 * 1024,
    waitingMax: settings.waitingMax ?? 2000,
    unprojectedMax: settings.unprojectedMax ?? 1_000_000,
    limits: settings.limits ?? null,
    ...(settings.draw === undefined ? {} : { draw: settings.draw }),
    log: { info: quiet, warn: quiet, error: quiet },
  });
  const events: ExchangeEvent[] = [];
  exchange.subscribe((event) => events.push(event));
  exchange.start();
  return { exchange, time, files, events };
}

/** The id of the order that a command was accepted as. */
export function idOfOrder(outcome: Outcome): OrderId {
  if (!outcome.ok || outcome.order === null) throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
  return outcome.order.orderId;
}

import type { Command } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { Refusal } from '../../src/exchange/api/reasons.ts';
import type { TopOfBook } from '../../src/exchange/api/top-views.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { limitTicket } from '../limit-ticket.ts';
import { type Answer, type Call, type Desk, ENDED, type Entry, MALFORMED, OK, type Trade } from './desk.ts';

const SECURITY_ID = 1 as SecurityId;
const CLIENT_ID = 'replay';
const MILLIONTHS_OF_UNIT = 100;

/** The venue's own state machine, without journal, network or clock: one book, open from the start. */
export class InProcessDesk implements Desk {
  readonly #venue = new VenueState(0);
  readonly #tops: TopOfBook[] = [];
  readonly #trades = new Map<number, Trade[]>();
  #commands = 0;
  #immediate = false;

  constructor() {
    this.#apply({ type: 'session', action: 'open', securityId: null, date: '', dayOver: false, scheduled: 0 });
    this.#apply({
      type: 'security',
      securityId: SECURITY_ID,
      issuerId: 1,
      ownerClientId: CLIENT_ID,
      name: 'Replay',
      status: 'trading',
    });
    this.#venue.sink = (event) => this.#note(event);
  }

  call(call: Call): Promise<Answer> {
    this.#immediate = call.method === 'createOrder' && call.entry.expiration === 'IOC';
    return Promise.resolve(answerOf(this.#apply(commandOf(call))));
  }

  room(): undefined {
    return undefined;
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  get top(): TopOfBook {
    return this.#venue.securities.get(SECURITY_ID)!.top;
  }

  /** Every distinct visible top, in order. */
  get tops(): readonly TopOfBook[] {
    return this.#tops;
  }

  /** The trades of an IOC order, oldest first. */
  tradesOf(orderId: number): readonly Trade[] {
    return this.#trades.get(orderId) ?? [];
  }

  #note(event: ExchangeEvent): void {
    if (event.type === 'top') this.#tops.push(event.top);
    if (event.type !== 'match' || !this.#immediate) return;
    const { initiatorOrderId, buyOrderId, sellOrderId, quantity } = event.match;
    const trade = { otherOrderId: initiatorOrderId === buyOrderId ? sellOrderId : buyOrderId, quantity };
    const known = this.#trades.get(initiatorOrderId);
    if (known === undefined) this.#trades.set(initiatorOrderId, [trade]);
    else known.push(trade);
  }

  /** The time of a command is its number: nothing in a replay depends on the clock. */
  #apply(command: UntimedCommand): Outcome {
    this.#commands++;
    return this.#venue.apply({ ...command, time: this.#commands } as JournaledCommand);
  }
}

function commandOf(call: Call): Command {
  switch (call.method) {
    case 'createOrder':
      return enterCommand(call.entry);
    case 'cancelOrder':
      return { type: 'cancel', clientId: CLIENT_ID, orderId: call.orderId as OrderId };
    case 'replaceOrder':
      return { type: 'replace', clientId: CLIENT_ID, orderId: call.orderId as OrderId, quantity: call.quantity };
    case 'haltSecurity':
      return { type: 'halt', securityId: SECURITY_ID, reason: 'replay' };
    case 'resumeSecurity':
      return { type: 'resume', securityId: SECURITY_ID, reason: 'replay' };
  }
}

function enterCommand({ side, quantity, price, expiration }: Entry): Command {
  return {
    type: 'enter',
    ticket: limitTicket({ clientId: CLIENT_ID, securityId: SECURITY_ID, memberId: CLIENT_ID, side, expiration }),
    quantity,
    price: price * MILLIONTHS_OF_UNIT,
    contingency: 'None',
    minimum: 0,
  };
}

function answerOf(outcome: Outcome): Answer {
  if (outcome.ok) return { code: OK, orderId: outcome.order?.orderId ?? 0 };
  return { code: codeOf(outcome.refusal), orderId: 0 };
}

/**
 * As the API has it: the exchange knows only live orders, and the replay names only its own, so an unknown one has
 * ended.
 */
function codeOf(refusal: Refusal): number {
  if (refusal === 'unknown order') return ENDED;
  if (refusal === 'quantity not above filled') return MALFORMED;
  throw new Error(`the venue refused a call of the replay: ${refusal}`);
}

/** A venue and the slow model of its quotes, which get the same steps. */
import { expect } from 'vitest';
import type { QuoteEntry } from '../../src/exchange/api/quotes.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { SECOND, type SlowQuote, SlowQuotes, type SlowTerms } from '../model/slow-quotes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { endAll } from './quote-ends.ts';
import type { Part, SentTerms, Step } from './quote-steps.ts';
import { DOLLAR, idOfOrder, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const CLIENTS = ['a', 'b', 'c'] as const;
const ACCOUNTS = [null, 'x'] as const;

export class Pair {
  readonly model = new SlowQuotes();
  state: VenueState;
  readonly #lines: string[] = [];
  readonly #ended: string[] = [];
  #time = START;

  constructor(slice: number | undefined) {
    this.state = this.#listened(new VenueState(0, undefined, slice));
    this.model.time = START;
    this.apply({ type: 'rules', version: RULES });
    for (const securityId of [7, 8]) this.apply(security({ securityId }));
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  #listened(state: VenueState): VenueState {
    state.sink = (event) => {
      const quote = event.type === 'notice' ? event.notice.quote : undefined;
      if (quote !== undefined && quote.status !== 'Open') this.#ended.push(`${quote.quoteId} ${quote.status}`);
    };
    return state;
  }

  apply(command: UntimedCommand) {
    const timed = { ...command, time: this.#time } as JournaledCommand;
    this.#lines.push(encodeCommand(timed));
    const outcome = this.state.apply(timed);
    while (this.state.pending.isPending) {
      const more = { type: 'continue', time: this.#time } as const;
      this.#lines.push(encodeCommand(more));
      this.state.apply(more);
    }
    return outcome;
  }

  async restart(): Promise<void> {
    const path = await writeSnapshot(files, temporaryFolder(), this.state, journalStart(0));
    const restarted = loadSnapshot(files, path, 0).state;
    expect(digestOf(restarted)).toBe(digestOf(this.state));
    this.state = this.#listened(restarted);
  }

  pass(seconds: number): void {
    this.#time += seconds * SECOND;
    this.model.pass(this.#time);
    const { deadlines } = this.state.quotes;
    for (let due = deadlines.due(this.#time, 3); due.length > 0; due = deadlines.due(this.#time, 3))
      this.apply({ type: 'quoteTimer', quoteIds: due });
  }

  check(): void {
    const { open, quotes } = this.model;
    const byId = [...open].sort((a, b) => a.id - b.id);
    const shown = (quote: SlowQuote) => [
      quote.id,
      quote.clientId,
      quote.orderId,
      quote.price,
      quote.quantity,
      quote.version,
      quote.expiresAt,
    ];
    expect(
      this.state.quotes
        .values()
        .map((one) => [
          one.quoteId,
          one.ticket.clientId,
          one.orderId,
          one.price,
          one.quantity,
          one.version,
          one.expiresAt,
        ]),
    ).toEqual(byId.map(shown));
    const ended = quotes.filter(({ status }) => status !== 'Open').map(({ id, status }) => `${id} ${status}`);
    expect([...this.#ended].sort()).toEqual(ended.sort());
    for (const { id, remaining, live } of this.model.orders) {
      expect(this.state.orders.get(id as OrderId)?.remaining ?? 0).toBe(live ? remaining : 0);
    }
    checkState(this.state);
  }

  /** What a node makes of the same journal that nobody listens at. */
  replica(slice: number | undefined): VenueState {
    const replica = new VenueState(0, undefined, slice);
    for (const command of commandsIn(Buffer.from(this.#lines.join('\n')))) replica.apply(command);
    return replica;
  }
}

const sent = ({
  price,
  quantity,
  seconds,
}: SentTerms): Required<Pick<SlowTerms, 'price' | 'quantity'>> & SlowTerms => ({
  ...{ price: price * DOLLAR, quantity },
  ...(seconds > 0 && { seconds }),
});

/** Performs a step in both and returns what both said. */
export function perform(pair: Pair, step: Exclude<Step, { kind: 'snapshot' }>): readonly [unknown, unknown] {
  const { model } = pair;
  const clientId = CLIENTS['client' in step ? step.client : 0] as string;
  const orderIdAt = (at: number) => (model.orders[at % Math.max(1, model.orders.length)]?.id ?? 1) as OrderId;
  const quoteAt = (at: number) => model.quotes.at(-1 - (at % Math.max(1, model.quotes.length)));
  const versionOf = (quote: SlowQuote | undefined, named: number) => {
    const current = quote?.version ?? 1;
    return [undefined, current, current + 1][named];
  };
  const named = (of: number | undefined) => (of === undefined ? {} : { version: of });
  const outcomeOf = (outcome: { ok: boolean; refusal?: unknown; quote?: { version: number; status: string } }) =>
    outcome.ok ? `${outcome.quote?.version} ${outcome.quote?.status}` : outcome.refusal;
  const resultOf = (result: SlowQuote | string) =>
    typeof result === 'string' ? result : `${result.version} ${result.status}`;
  const nextId = () => (1000 + pair.state.quotes.count + 1) * 100;
  switch (step.kind) {
    case 'rfq': {
      const fields = { clientId, side: step.side, securityId: 7 + step.security, orderType: 'RFQ', price: 0 } as const;
      const id = idOfOrder(pair.apply(order({ ...fields, quantity: 100 })));
      model.orders.push({ id, clientId, side: step.side, remaining: 100, live: true });
      return [0, 0];
    }
    case 'quote': {
      const orderId = orderIdAt(step.order);
      const accountId = ACCOUNTS[step.account] as string | null;
      const own = { clientId, orderId, memberId: '5', accountId, token: null, ip: '' };
      const said = resultOf(model.quote(nextId(), clientId, orderId, sent(step.terms), accountId));
      return [outcomeOf(pair.apply({ type: 'quote', ...own, ...sent(step.terms) })), said];
    }
    case 'replace': {
      const quote = quoteAt(step.quote);
      const id = quote?.id ?? 1;
      const of = versionOf(quote, step.version);
      const said = resultOf(model.replace(clientId, id, of, sent(step.terms)));
      const command = { type: 'replaceQuote', clientId, quoteId: id, ...named(of), ...sent(step.terms) } as const;
      return [outcomeOf(pair.apply(command)), said];
    }
    case 'cancel':
    case 'decline': {
      const id = quoteAt(step.quote)?.id ?? 1;
      const said = resultOf(step.kind === 'cancel' ? model.cancel(clientId, id) : model.decline(clientId, id));
      const status = step.kind === 'cancel' ? 'Cancelled' : 'Declined';
      return [outcomeOf(pair.apply({ type: 'endQuote', clientId, quoteId: id, status, reason: null })), said];
    }
    case 'accept': {
      const quote = quoteAt(step.quote);
      const id = quote?.id ?? 1;
      const of = versionOf(quote, step.version);
      // Mostly by the client of the order, who alone can accept it.
      const asking = model.orders.find((one) => one.id === quote?.orderId)?.clientId ?? clientId;
      const said = resultOf(model.accept(asking, id, of));
      return [outcomeOf(pair.apply({ type: 'acceptQuote', clientId: asking, quoteId: id, ...named(of) })), said];
    }
    case 'mass':
      return performMass(pair, clientId, step.parts, { orderIdAt, quoteAt, versionOf });
    case 'cancelQuotes': {
      const orderId = orderIdAt(step.order);
      const said = model.cancelAll((quote) => quote.clientId === clientId && quote.orderId === orderId);
      const outcome = pair.apply({ type: 'cancelQuotes', clientId, filter: { orderId } });
      return [outcome.ok && [...(outcome.cancelled ?? [])], said];
    }
    case 'end':
      return endAll(pair, clientId, step.rail);
    case 'endOrder': {
      const one = model.orders[step.order % Math.max(1, model.orders.length)];
      if (one === undefined) return [0, 0];
      pair.apply({ type: 'cancel', clientId: one.clientId, orderId: one.id as OrderId });
      if (one.live) model.endOrder(one);
      return [0, 0];
    }
    case 'protect': {
      const { fills, shares, seconds } = step;
      const protection =
        seconds === 0 || fills + shares === 0 ? null : { fills: fills || null, shares: shares || null, seconds };
      model.protect(clientId, protection);
      pair.apply({ type: 'quoteProtection', clientId, protection });
      return [0, 0];
    }
    case 'pass':
      pair.pass(step.seconds);
      return [0, 0];
  }
}

interface Places {
  readonly orderIdAt: (at: number) => OrderId;
  readonly quoteAt: (at: number) => SlowQuote | undefined;
  readonly versionOf: (quote: SlowQuote | undefined, named: number) => number | undefined;
}

/** The parts of one book happen in their sequence, so the model does them book by book. */
function performMass(pair: Pair, clientId: string, parts: readonly Part[], at: Places): readonly [unknown, unknown] {
  const { model } = pair;
  const entries = parts.map((one): QuoteEntry => {
    if (one.isNew) {
      const own = { orderId: at.orderIdAt(one.of), memberId: '5', accountId: null, token: null };
      return { ...own, ...sent(one.terms) };
    }
    const quote = at.quoteAt(one.of);
    const of = at.versionOf(quote, one.version);
    const named = { quoteId: quote?.id ?? 1, ...(of === undefined ? {} : { version: of }) };
    return one.cancel ? { ...named, cancel: true } : { ...named, ...sent(one.terms) };
  });
  const bookOf = (entry: QuoteEntry) => {
    const orderId = 'orderId' in entry ? entry.orderId : model.open.find(({ id }) => id === entry.quoteId)?.orderId;
    return pair.state.orders.get(orderId as OrderId)?.ticket.securityId;
  };
  const books = entries.map(bookOf);
  // Each new quote has the id of its place.
  const made = pair.state.quotes.count;
  const idOfPart = (index: number) =>
    (1001 + made + entries.slice(0, index).filter((one) => 'orderId' in one).length) * 100;
  const perform = (entry: QuoteEntry, index: number) => {
    if ('orderId' in entry) return model.quote(idOfPart(index), clientId, entry.orderId, entry, null);
    if ('cancel' in entry) return model.cancel(clientId, entry.quoteId, entry.version);
    return model.replace(clientId, entry.quoteId, entry.version, entry);
  };
  const said: unknown[] = [];
  for (const book of new Set(books)) {
    for (const [index, entry] of entries.entries()) {
      if (books[index] !== book) continue;
      const result = perform(entry, index);
      said[index] = typeof result === 'string' ? { refusal: result } : { quoteId: result.id, version: result.version };
    }
  }
  const outcome = pair.apply({ type: 'massQuote', clientId, ip: '', entries });
  return [outcome.ok && [...(outcome.quotes ?? [])], said];
}

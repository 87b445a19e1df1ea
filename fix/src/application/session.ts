/** The application of one session: its messages in their order, and its reports from the events of the venue. */
import type { EventReader, VenueEvent } from '../client.ts';
import { fieldValue } from '../codec/index.ts';
import type { OutgoingMessage, RouteChange, SessionApplication } from './api.ts';
import type { Context, Received } from './context.ts';
import { executionReport } from './execution-reports.ts';
import { MarketData } from './market-data.ts';
import { missingReports, newsOf } from './news.ts';
import { OrderQuestions } from './order-questions.ts';
import { Orders } from './orders.ts';
import { businessReject } from './quote-messages.ts';
import { Quotes } from './quotes.ts';
import { isExpected, reasonOf } from './reasons.ts';
import { ReferenceMessages } from './reference-messages.ts';
import { RoutedPort, routed } from './routes.ts';
import { MSG, TAG } from './tags.ts';
import { amendedExecutions, amendmentReports, type MatchOrders, tradeReads, tradeReport } from './trade-reports.ts';
import { Refusal } from './values.ts';

/** How long a quiet session keeps an old cursor. */
const QUIET_MS = 60_000;
/** BusinessRejectReason (380): not supported, application not available. */
const UNSUPPORTED = 3;
const UNAVAILABLE = 4;
const ORDER_MESSAGES: ReadonlySet<string> = new Set([
  ...[MSG.NewOrderSingle, MSG.OrderCancelRequest, MSG.OrderCancelReplaceRequest],
]);

interface Batch {
  readonly events: readonly VenueEvent[];
  readonly cursor: string;
}

interface Reports {
  readonly messages: OutgoingMessage[];
  readonly inbox: number[];
  readonly routes: RouteChange[];
}

export class VenueSession implements SessionApplication {
  readonly #context: Context;
  readonly #port: RoutedPort;
  readonly #close: () => void;
  readonly #orders: Orders;
  readonly #questions: OrderQuestions;
  readonly #quotes: Quotes;
  readonly #marketData: MarketData;
  readonly #reference: ReferenceMessages;
  readonly #handlers: Readonly<Record<string, (received: Received) => void | Promise<void>>>;
  readonly #events: EventReader;
  /** Messages that wait for a read of securities, oldest first. */
  readonly #waiting: Received[] = [];
  #isPreparing = false;
  readonly #batches: Batch[] = [];
  #isReading = false;
  /** The cursor that the store has. */
  #stored: string | undefined;
  #stopTimer: () => void = () => {};
  #stopCancel: () => void = () => {};

  /** @param close ends the stream; calls fail from then on */
  constructor(context: Context, close: () => void) {
    this.#port = new RoutedPort(context.port);
    this.#context = { ...context, port: this.#port };
    this.#close = close;
    this.#orders = new Orders(this.#context);
    this.#questions = new OrderQuestions(this.#context, this.#orders);
    this.#quotes = new Quotes(this.#context, this.#orders);
    this.#marketData = new MarketData(this.#context);
    this.#reference = new ReferenceMessages(this.#context);
    this.#handlers = this.#handlersOf(context.port.options.dropCopy);
    const { port, ats, stream } = context;
    this.#stored = port.cursor;
    const listener = {
      take: (events: readonly VenueEvent[], cursor: string) => this.#take({ events, cursor }),
      reset: () => this.#lost(),
      failed: (error: unknown) => port.logout(`the venue refuses the key: ${reasonOf(error).text}`),
    };
    const clients = port.options.dropCopy ? 'all' : undefined;
    this.#events = ats.events(stream, listener, { after: port.cursor ?? 'latest', afterReset: 'latest', clients });
    this.#keepCursor();
  }

  receive(inboxId: number, message: Received['message'], isAgain = false): void {
    this.#port.received(inboxId, message);
    this.#waiting.push({ inboxId, message, isAgain });
    this.#drain();
  }

  refusal(inboxId: number, message: Received['message'], text: string): OutgoingMessage {
    const reason = reasonOf(new Refusal('unavailable', text));
    const isOfOrder = ORDER_MESSAGES.has(message.msgType) && !this.#context.port.options.dropCopy;
    if (!isOfOrder) return businessReject(message, UNAVAILABLE, reason);
    return this.#orders.refusal({ inboxId, message, isAgain: false }, reason);
  }

  connected(): void {
    this.#stopCancel();
    const { stream, port, securities } = this.#context;
    // Symbols and lots may have changed since the last connection; what is known stays where it cannot be read.
    securities.read().catch(() => {});
    this.#reference.connected();
    const watch = port.options.cancelOnDisconnect;
    // Where the gateway itself is lost, the venue cancels.
    if (watch !== undefined) stream.cancelOnDisconnect(watch).catch((error) => this.#warn(error));
  }

  disconnected(): void {
    this.#marketData.disconnected();
    this.#reference.disconnected();
    const { stream, port, timers, isClosed } = this.#context;
    const watch = port.options.cancelOnDisconnect;
    if (watch === undefined || isClosed()) return;
    this.#stopCancel = timers.after(watch.seconds * 1000, () => {
      stream.cancelOrders({ accountid: watch.accountId }).catch((error) => this.#warn(error));
    });
  }

  async close(): Promise<void> {
    this.#stopTimer();
    this.#stopCancel();
    this.#events.close();
    this.#marketData.close();
    this.#reference.close();
    this.#close();
  }

  #warn(error: unknown): void {
    const { isClosed, log, port } = this.#context;
    if (!isClosed()) log.warn({ session: port.name, error: String(error) }, 'cancel on disconnect failed');
  }

  /** Calls take effect in the order of the messages: none overtakes one that waits for securities. */
  #drain(): void {
    while (!this.#isPreparing && this.#waiting.length > 0) {
      const { message } = this.#waiting[0] as Received;
      const prepared = this.#context.securities.prepared(message) ?? this.#prepared(message);
      if (prepared !== undefined) {
        this.#isPreparing = true;
        void prepared.then(() => {
          this.#isPreparing = false;
          this.#handle(this.#waiting.shift() as Received);
          this.#drain();
        });
        return;
      }
      this.#handle(this.#waiting.shift() as Received);
    }
  }

  #prepared(message: Received['message']): Promise<void> | undefined {
    return this.#context.port.options.dropCopy ? undefined : this.#orders.prepared(message);
  }

  #handle(received: Received): void {
    const { message, inboxId } = received;
    const { port, isClosed } = this.#context;
    if (isClosed()) return;
    const handler = this.#handlers[message.msgType];
    if (handler === undefined) {
      const text = `MsgType (35) ${message.msgType} is not supported`;
      const reason = reasonOf(new Refusal('unsupported', text));
      port.append([businessReject(message, UNSUPPORTED, reason)], { inbox: [inboxId] });
      return;
    }
    const failed = (error: unknown) => {
      if (isClosed()) return;
      const fields = { session: port.name, seq: fieldValue(message, TAG.MsgSeqNum), err: error };
      if (!isExpected(error)) this.#context.log.error(fields, 'a message could not be handled');
      port.append([businessReject(message, UNAVAILABLE, reasonOf(error))], { inbox: [inboxId] });
    };
    try {
      handler(received)?.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  #handlersOf(isDropCopy: boolean): Readonly<Record<string, (received: Received) => void | Promise<void>>> {
    const reads = {
      [MSG.MarketDataRequest]: (one: Received) => this.#marketData.request(one),
      [MSG.SecurityListRequest]: (one: Received) => this.#reference.list(one),
      [MSG.SecurityDefinitionRequest]: (one: Received) => this.#reference.definition(one),
      [MSG.SecurityStatusRequest]: (one: Received) => this.#reference.securityStatus(one),
      [MSG.TradingSessionStatusRequest]: (one: Received) => this.#reference.sessionStatus(one),
    };
    if (isDropCopy) return reads;
    return {
      ...reads,
      [MSG.NewOrderSingle]: (one) => this.#orders.create(one),
      [MSG.OrderCancelRequest]: (one) => this.#orders.cancel(one),
      [MSG.OrderCancelReplaceRequest]: (one) => this.#orders.replace(one),
      [MSG.OrderStatusRequest]: (one) => this.#questions.status(one),
      [MSG.OrderMassStatusRequest]: (one) => this.#questions.massStatus(one),
      [MSG.OrderMassCancelRequest]: (one) => this.#questions.massCancel(one),
      [MSG.QuoteRequest]: (one) => this.#quotes.request(one),
      [MSG.RFQRequest]: (one) => this.#quotes.open(one),
      [MSG.Quote]: (one) => this.#quotes.own.quote(one),
      [MSG.MassQuote]: (one) => this.#quotes.own.massQuote(one),
      [MSG.QuoteCancel]: (one) => this.#quotes.own.cancel(one),
      [MSG.QuoteStatusRequest]: (one) => this.#quotes.own.status(one),
      [MSG.QuoteResponse]: (one) => this.#quotes.respond(one),
    };
  }

  #take(batch: Batch): void {
    this.#batches.push(batch);
    this.#report();
  }

  /** In the order of events, also where a bust or a quote needs a read first. */
  #report(): void {
    const { isClosed } = this.#context;
    while (!this.#isReading && this.#batches.length > 0) {
      const batch = this.#batches[0] as Batch;
      const reading = tradeReads(batch.events, this.#context);
      const naming = this.#naming(batch.events);
      if (reading === undefined && naming === undefined) {
        this.#batches.shift();
        this.#append(batch, new Map());
        continue;
      }
      this.#isReading = true;
      void Promise.all([reading, naming]).then(([matches = new Map()]) => {
        this.#isReading = false;
        this.#batches.shift();
        if (!isClosed()) this.#append(batch, matches);
        this.#report();
      });
    }
  }

  /** A quote names its order by the id alone. */
  #naming(events: readonly VenueEvent[]): Promise<void> | undefined {
    if (this.#context.port.options.dropCopy) return undefined;
    const asked = events.flatMap((event) => this.#quotes.unnamedOrderOf(event) ?? []);
    return asked.length === 0 ? undefined : this.#questions.named(asked).catch(() => {});
  }

  #append({ events, cursor }: Batch, matches: ReadonlyMap<string, MatchOrders>): void {
    const reports: Reports = { messages: [], inbox: [], routes: [] };
    for (const event of events) this.#add(event, matches, reports);
    const { messages, inbox, routes } = reports;
    this.#stored = cursor;
    // An event without a message moves the cursor with the next one, or after a quiet minute.
    if (messages.length > 0 || inbox.length > 0) this.#context.port.append(messages, { cursor, inbox, routes });
  }

  #add(event: VenueEvent, matches: ReadonlyMap<string, MatchOrders>, { messages, inbox, routes }: Reports): void {
    const { port, securities } = this.#context;
    const { dropCopy, tradeReports } = port.options;
    switch (event.eventType) {
      case 'order': {
        const { token, previousToken } = event.order;
        const taken = dropCopy ? undefined : this.#orders.take(event);
        const names = { clOrdId: token ?? undefined, origClOrdId: previousToken };
        messages.push(taken?.report ?? executionReport(event, securities, names));
        inbox.push(...(taken?.inbox ?? []));
        routes.push(...(taken?.routes ?? []));
        const trade = tradeReports === true ? tradeReport(event, securities) : undefined;
        if (trade !== undefined) messages.push(routed(trade, taken?.route ?? ''));
        return;
      }
      case 'bust':
      case 'adjust': {
        const amended = matches.get(event.eventType === 'bust' ? event.bust.tradeID : event.adjust.tradeID);
        if (amended === undefined) return;
        const amending = { routes: this.#orders.routes, securities };
        messages.push(...amendedExecutions(event, amended, amending));
        if (tradeReports === true) messages.push(...amendmentReports(event, amended, amending));
        return;
      }
      case 'rfq':
      case 'quote':
        if (!dropCopy) routes.push(...this.#quotes.take(event, messages));
        return;
      case 'notice':
      case 'corporateAction':
        messages.push(newsOf(event, securities));
        if (event.eventType === 'corporateAction') void securities.follow(event.corporateAction);
    }
  }

  #lost(): void {
    this.#context.log.error({ session: this.#context.port.name }, 'events were lost');
    this.#context.port.append([missingReports()], { inbox: this.#orders.names.lost() });
  }

  /** A new session gets its place at once, so that a kill before its first report loses none. */
  #keepCursor(): void {
    const { timers, port } = this.#context;
    const keep = () => {
      const cursor = this.#batches.length === 0 ? this.#events.cursor : this.#stored;
      if (cursor !== undefined && cursor !== 'latest' && cursor !== port.cursor) port.append([], { cursor });
      this.#stopTimer = timers.after(QUIET_MS, keep);
    };
    keep();
  }
}

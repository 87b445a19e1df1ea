/** What there is to trade, and whether it can be traded now. */
import type { Events, Gap, MarketMessage, MarketStateMessage } from '../client.ts';
import { type Field, fieldValue, type Message } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import { appendInPieces, type Context, type Received } from './context.ts';
import { reasonOf } from './reasons.ts';
import { routed, routeOf } from './routes.ts';
import type { Security } from './securities.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, groupOf, Refusal, required, utcTimestamp } from './values.ts';

/** Securities in one SecurityList. */
const FRAGMENT = 100;
/** Fragments that one turn appends. */
const FRAGMENTS_EACH = 5;
/** SecurityRequestResult (560): valid, not supported, nothing found, cannot be read now. */
const RESULT = { valid: 0, unsupported: 1, nothing: 2, unavailable: 4 } as const;
/** SecurityListRequestType (559): one, all. */
const ONE = '0';
const ALL = '4';
/** SecurityResponseType (323): the security as it is; none. */
const ACCEPTED = 1;
const REJECTED = 5;
/** During a call orders rest and nothing trades: pre-open, at whichever time of the day (Q8). */
const TRADING_STATUS = { open: 17, closed: 18, halted: 2, call: 21 } as const;
const SESSION_STATUS = { open: 2, closed: 3, halted: 1, call: 4 } as const;
/** The one session of the venue. */
const SESSION = 'DAY';
/** SubscriptionRequestType (263). */
const SNAPSHOT = '0';
const SUBSCRIBE = '1';
const UNSUBSCRIBE = '2';
/** Subscriptions of states of one session. */
const SUBSCRIPTIONS_MAX = 1000;

/** The venue itself, among the states of securities. */
const VENUE = '';

/** By the id of the request. */
interface Followed {
  /** Or VENUE. */
  readonly securityId: string;
  /** What the header of its messages has. */
  readonly route: string;
}

interface Waiting {
  readonly securityId: string;
  readonly resolve: (state: MarketStateMessage) => void;
  readonly reject: (error: Error) => void;
}

export class ReferenceMessages {
  readonly #context: Context;
  readonly #states = new Map<string, MarketStateMessage>();
  readonly #subscriptions = new Map<string, Followed>();
  readonly #waiting = new Set<Waiting>();
  #feed: Events<MarketMessage | Gap> | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** SecurityListRequest (x): the list in fragments. */
  async list({ inboxId, message }: Received): Promise<void> {
    const { securities } = this.#context;
    const type = fieldValue(message, TAG.SecurityListRequestType);
    let found: readonly Security[] = [];
    let result: number = RESULT.unsupported;
    try {
      await securities.read();
      const one = securities.find(message);
      if (type === ALL) found = securities.all();
      else if (type === ONE && one !== undefined) found = [one];
      if (type === ALL || type === ONE) result = found.length > 0 ? RESULT.valid : RESULT.nothing;
    } catch (error) {
      if (this.#context.isClosed()) throw error;
      result = RESULT.unavailable;
    }
    const head = fieldsOf(
      [TAG.SecurityReqID, fieldValue(message, TAG.SecurityReqID)],
      [TAG.SecurityRequestResult, result],
      [TAG.TotNoRelatedSym, found.length],
    );
    await appendInPieces(this.#context, { inboxId, each: FRAGMENTS_EACH }, this.#fragments(found, inboxId, head));
  }

  *#fragments(found: readonly Security[], inboxId: number, head: readonly Field[]): Iterable<OutgoingMessage> {
    for (let from = 0; from === 0 || from < found.length; from += FRAGMENT) {
      const part = found.slice(from, from + FRAGMENT);
      const own = fieldsOf(
        [TAG.SecurityResponseID, `${inboxId}-${from / FRAGMENT + 1}`],
        [TAG.LastFragment, from + FRAGMENT >= found.length ? 'Y' : 'N'],
      );
      const group =
        part.length === 0
          ? []
          : groupOf(
              TAG.NoRelatedSym,
              part.map((one) => this.#described(one)),
            );
      yield { msgType: MSG.SecurityList, body: [...head, ...own, ...group] };
    }
  }

  /** SecurityDefinitionRequest (c). */
  definition({ inboxId, message }: Received): void {
    const { port, securities } = this.#context;
    const security = securities.find(message);
    const body = [
      ...fieldsOf([TAG.SecurityReqID, fieldValue(message, TAG.SecurityReqID)], [TAG.SecurityResponseID, inboxId]),
      ...fieldsOf([TAG.SecurityResponseType, security === undefined ? REJECTED : ACCEPTED]),
      ...(security === undefined ? [] : this.#described(security)),
      ...fieldsOf([TAG.Text, security === undefined ? 'there is no such security' : undefined]),
    ];
    port.append([{ msgType: MSG.SecurityDefinition, body }], { inbox: [inboxId] });
  }

  /** SecurityStatusRequest (e). */
  async securityStatus(received: Received): Promise<void> {
    const { securities } = this.#context;
    const { message } = received;
    const requestId = fieldValue(message, TAG.SecurityStatusReqID) ?? '';
    const security = securities.find(message);
    if (security === undefined) {
      const value = (tag: number) => [tag, fieldValue(message, tag)] as const;
      const named = fieldsOf(value(TAG.Symbol), value(TAG.SecurityID), value(TAG.SecurityIDSource));
      const status = fieldsOf([TAG.SecurityTradingStatus, UNKNOWN], [TAG.Text, 'there is no such security']);
      const body = [...fieldsOf([TAG.SecurityStatusReqID, requestId]), ...named, ...status];
      this.#context.port.append([{ msgType: MSG.SecurityStatus, body }], { inbox: [received.inboxId] });
      return;
    }
    await this.#subscribe(received, `security ${requestId}`, security.securityId);
  }

  /** TradingSessionStatusRequest (g). */
  async sessionStatus(received: Received): Promise<void> {
    await this.#subscribe(received, `session ${fieldValue(received.message, TAG.TradSesReqID) ?? ''}`, VENUE);
  }

  /** Follows the reference data: a symbol may move to another security at any time (V67). */
  connected(): void {
    this.#follow();
  }

  /** Subscriptions end with the connection. */
  disconnected(): void {
    this.#subscriptions.clear();
  }

  close(): void {
    this.#feed?.close();
  }

  async #subscribe({ inboxId, message }: Received, key: string, securityId: string): Promise<void> {
    const { port } = this.#context;
    try {
      const type = required(message, TAG.SubscriptionRequestType, 'SubscriptionRequestType');
      if (type !== SNAPSHOT && type !== SUBSCRIBE && type !== UNSUBSCRIBE) {
        throw new Refusal('unsupported', 'SubscriptionRequestType (263) must be 0, 1 or 2');
      }
      this.#subscriptions.delete(key);
      if (type === UNSUBSCRIBE) {
        port.append([], { inbox: [inboxId] });
        return;
      }
      const state = await this.#stateOf(securityId);
      if (type === SUBSCRIBE) {
        if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX) throw new Refusal('unavailable', 'too many subscriptions');
        this.#subscriptions.set(key, { securityId, route: routeOf(message) });
      }
      port.append([this.#statusOf(key, state, false)], { inbox: [inboxId] });
    } catch (error) {
      if (this.#context.isClosed()) throw error;
      port.append([this.#refused(message, key, reasonOf(error).text)], { inbox: [inboxId] });
    }
  }

  /** All markets; their snapshots follow. */
  #follow(): void {
    if (this.#feed !== undefined) return;
    this.#feed = this.#context.stream.market('*');
    this.#feed.onError((error) => this.#failed(error));
    this.#feed.on((state) => this.#take(state));
  }

  /** Of a security, or of the venue. */
  #stateOf(securityId: string): Promise<MarketStateMessage> {
    this.#follow();
    const state = this.#states.get(securityId);
    if (state !== undefined) return Promise.resolve(state);
    const { promise, resolve, reject } = Promise.withResolvers<MarketStateMessage>();
    this.#waiting.add({ securityId, resolve, reject });
    return promise;
  }

  #failed(error: Error): void {
    this.#feed = undefined;
    for (const one of this.#waiting) one.reject(error);
    this.#waiting.clear();
  }

  #take(state: MarketMessage | Gap): void {
    if (state.type === 'gap' || state.type === 'notice') return;
    const securityId = state.securityId ?? VENUE;
    const before = this.#states.get(securityId);
    const now = { ...before, ...state } as MarketStateMessage;
    this.#states.set(securityId, now);
    this.#compare(state);
    for (const one of this.#waiting) {
      if (one.securityId !== securityId || !this.#waiting.delete(one)) continue;
      one.resolve(now);
    }
    if (before?.market === state.market && reasonTextOf(before) === reasonTextOf(state)) return;
    const messages = [...this.#subscriptions]
      .filter(([, of]) => of.securityId === securityId)
      .map(([key, { route }]) => routed(this.#statusOf(key, now, true), route));
    if (messages.length > 0) this.#context.port.append(messages);
  }

  /** A snapshot without reference data is of a security that has none; an older update never has them. */
  #compare(state: MarketStateMessage): void {
    if (state.securityId === null || (state.type === 'update' && state.reference === undefined)) return;
    // Where it cannot be read, what is known stays until the next change or connection.
    this.#context.securities.compare(state.securityId, state.reference).catch(() => {});
  }

  #statusOf(key: string, state: MarketStateMessage, isUnsolicited: boolean): OutgoingMessage {
    const requestId = key.slice(key.indexOf(' ') + 1);
    const change = state.nextChange ?? undefined;
    const changesAt = change && utcTimestamp(change.at);
    const unsolicited = [TAG.UnsolicitedIndicator, isUnsolicited ? 'Y' : 'N'] as const;
    if (state.securityId === null) {
      const body = fieldsOf(
        [TAG.TradSesReqID, requestId],
        [TAG.TradingSessionID, SESSION],
        unsolicited,
        [TAG.TradSesStatus, SESSION_STATUS[state.market]],
        [TAG.TradSesOpenTime, change?.market === 'open' ? changesAt : undefined],
        [TAG.TradSesCloseTime, change?.market === 'closed' ? changesAt : undefined],
      );
      return { msgType: MSG.TradingSessionStatus, body };
    }
    const body = [
      ...fieldsOf([TAG.SecurityStatusReqID, requestId]),
      ...this.#context.securities.fieldsOf(state.securityId),
      ...fieldsOf([TAG.TradingSessionID, SESSION], unsolicited),
      ...fieldsOf([TAG.SecurityTradingStatus, TRADING_STATUS[state.market]]),
      ...fieldsOf([TAG.TransactTime, utcTimestamp(state.time)], [TAG.Text, reasonTextOf(state)]),
    ];
    return { msgType: MSG.SecurityStatus, body };
  }

  #refused(message: Message, key: string, text: string): OutgoingMessage {
    const requestId = key.slice(key.indexOf(' ') + 1);
    if (message.msgType === MSG.TradingSessionStatusRequest) {
      const status = fieldsOf([TAG.TradingSessionID, SESSION], [TAG.TradSesStatus, 0], [TAG.Text, text]);
      const body = [...fieldsOf([TAG.TradSesReqID, requestId]), ...status];
      return { msgType: MSG.TradingSessionStatus, body };
    }
    const security = this.#context.securities.of(message);
    const body = [
      ...fieldsOf([TAG.SecurityStatusReqID, requestId]),
      ...this.#context.securities.fieldsOf(security.securityId),
      ...fieldsOf([TAG.SecurityTradingStatus, UNKNOWN], [TAG.Text, text]),
    ];
    return { msgType: MSG.SecurityStatus, body };
  }

  #described({ securityId, issuerId, securityName, reference = {} }: Security) {
    return [
      ...this.#context.securities.fieldsOf(securityId),
      ...fieldsOf([TAG.Issuer, issuerId], [TAG.SecurityDesc, securityName]),
      ...fieldsOf([TAG.Currency, reference.currency], [TAG.RoundLot, reference.lotSize]),
      ...fieldsOf([TAG.MinTradeVol, reference.minimumQuantity]),
    ];
  }
}

/** SecurityTradingStatus: unknown or invalid. */
const UNKNOWN = 20;

function reasonTextOf(state: MarketStateMessage | undefined): string | undefined {
  return state !== undefined && 'reason' in state ? (state.reason ?? undefined) : undefined;
}

import { formatInstant } from '../../calendar/format-time.ts';
import {
  type EventSeq,
  type ExchangeEvent,
  marketCauseOf,
  NO_SECURITY,
  type Note,
  type NoticeView,
  reasonCodeOf,
  referenceFields,
  type SecurityId,
  type SecurityView,
} from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { Frame } from '../wire/index.ts';
import type { Venue } from './channel.ts';
import type { MarketItem, NoticeItem, PastRange } from './history.ts';
import { SecurityTape } from './security-tape.ts';
import type { TapeDeps } from './tape-parts.ts';
import type { SecurityTopic, TapeSide } from './tape-side.ts';

/** The states of the markets (S29), and notices of the operator to all (S30). */
export class MarketChannel extends SecurityTape<MarketItem | NoticeItem> {
  readonly name = 'market';
  /** As it was last sent. */
  #venueMarket: string | null = null;

  protected itemOf(event: ExchangeEvent): MarketItem | NoticeItem | null {
    if (event.type === 'notice') return noticeOf(event.seq, event.time, event.notice);
    if (event.type === 'market') {
      const { seq, time, securityId, market, reason, cause } = event;
      return { type: 'market', seq, time, securityId, market, reason, cause, settings: this.#settingsOf(securityId) };
    }
    return event.type === 'security' ? this.#changedSettings(event) : null;
  }

  /** The state without events in the database: approval of orders, reference data, the next change by the hours. */
  #changedSettings({ seq, time, security }: Extract<ExchangeEvent, { type: 'security' }>): MarketItem | null {
    const { securityId } = security;
    const topic = this.topicOf(securityId) as MarketTopic | undefined;
    const settings = this.#settingsOf(securityId);
    if (topic === undefined || settings === undefined || topic.settings === settings) return null;
    const now = this.deps.exchange.security(securityId) as SecurityView;
    const state = { market: now.market, reason: now.haltReason, cause: marketCauseOf(now) };
    return { type: 'market', seq, time, securityId, ...state, settings };
  }

  #settingsOf(securityId: SecurityId): string | undefined {
    if (this.topicOf(securityId) === undefined) return undefined;
    return settingsText(this.deps.exchange, securityId);
  }

  protected make(securityId: SecurityId): SecurityTopic {
    return new MarketTopic(securityId, this.deps);
  }

  protected note(item: MarketItem | NoticeItem, topic: SecurityTopic): void {
    if (item.type === 'market' && item.settings !== undefined) (topic as MarketTopic).settings = item.settings;
  }

  protected encode(item: MarketItem | NoticeItem, prevSeq: EventSeq): Frame {
    if (item.type === 'notice') return this.#encodeNotice(item);
    const { seq, time, securityId, settings } = item;
    const heading = `"type":"update","channel":"market","securityId":"${securityId}","seq":${seq},"prevSeq":${prevSeq}`;
    const place = `"cursor":"${this.deps.history.cursorAt(seq)}","time":"${formatInstant(time)}"`;
    return new Frame(`{${heading},${place},${stateText(item)}${settings === undefined ? '' : `,${settings}`}}`);
  }

  #encodeNotice({ seq, time, securityId, noticeId, severity, text }: NoticeItem): Frame {
    const subject = `"type":"notice","channel":"market","securityId":${securityId === null ? null : `"${securityId}"`}`;
    const place = `"seq":${seq},"cursor":"${this.deps.history.cursorAt(seq)}","time":"${formatInstant(time)}"`;
    const said = JSON.stringify({ noticeId, severity, text }).slice(1, -1);
    return new Frame(`{${subject},${place},${said}}`);
  }

  older(range: PastRange, securityIds: readonly SecurityId[] | null): Promise<readonly (MarketItem | NoticeItem)[]> {
    return this.deps.history.markets(range, securityIds);
  }

  /** The venue's own state. */
  override preface(seq: EventSeq): Frame {
    const { exchange, history, mic } = this.deps;
    const { market, next } = exchange.usualHours();
    const place = `"seq":${seq},"cursor":"${history.cursorAt(seq)}","time":"${formatInstant(exchange.nowUs())}"`;
    const subject = '"type":"snapshot","channel":"market","securityId":null';
    const own = mic === null ? '' : `,"mic":"${mic}"`;
    return new Frame(`{${subject},${place},"market":"${market}","nextChange":${changeText(next)}${own}}`);
  }

  override publish(event: ExchangeEvent, nowMs: number): void {
    super.publish(event, nowMs);
    if (event.type !== 'market' || event.cause !== 'scheduled') return;
    const { market } = this.deps.exchange.usualHours();
    const before = this.#venueMarket;
    this.#venueMarket = market;
    if (before !== null && before !== market) this.sendPreface();
  }

  override join(securityId: SecurityId, side: TapeSide): SecurityTopic {
    this.#venueMarket ??= this.deps.exchange.usualHours().market;
    return super.join(securityId, side);
  }
}

/** The market of one security. */
class MarketTopic implements SecurityTopic {
  readonly securityId: SecurityId;
  readonly sides = new Set<TapeSide>();
  readonly isReady = true;
  readonly #deps: TapeDeps;
  seq: EventSeq;
  /** As they were last sent. */
  settings: string;

  constructor(securityId: SecurityId, deps: TapeDeps) {
    this.securityId = securityId;
    this.#deps = deps;
    this.seq = deps.exchange.lastEventSeq();
    this.settings = settingsText(deps.exchange, securityId);
  }

  snapshot(): Frame {
    return this.afterwards(this.seq);
  }

  afterwards(seq: EventSeq): Frame {
    const { exchange, history } = this.#deps;
    const security = exchange.security(this.securityId) as SecurityView;
    const subject = `"type":"snapshot","channel":"market","securityId":"${this.securityId}","seq":${seq}`;
    const cursor = history.cursorAt(exchange.lastEventSeq());
    const place = `"cursor":"${cursor}","time":"${formatInstant(exchange.nowUs())}"`;
    const state = { market: security.market, reason: security.haltReason, cause: marketCauseOf(security) };
    return new Frame(`{${subject},${place},${stateText(state)},${settingsText(exchange, this.securityId)}}`);
  }
}

/** Null: of a notice to single clients. */
export function noticeOf(
  seq: EventSeq,
  time: Microseconds,
  { kind, noticeId, securityId, to }: NoticeView,
): NoticeItem | null {
  if (kind !== 'notice') return null;
  const { fields } = to[0] as Note;
  const { severity, text } = fields as { readonly severity: string; readonly text: string };
  const about = securityId === NO_SECURITY ? null : securityId;
  return { type: 'notice', seq, time, securityId: about, isAside: true, noticeId, severity, text };
}

function stateText({ market, reason, cause }: Pick<MarketItem, 'market' | 'reason' | 'cause'>): string {
  const code = cause === null ? 'null' : `"${reasonCodeOf(cause)}"`;
  return `"market":"${market}","reason":${JSON.stringify(reason)},"reasonCode":${code}`;
}

function settingsText(exchange: Venue, securityId: SecurityId): string {
  const { orderApproval, reference } = exchange.security(securityId) as SecurityView;
  const change = changeText(exchange.nextTransition(securityId));
  const shown = reference === undefined ? '' : `,"reference":${JSON.stringify(referenceFields(reference.reference))}`;
  return `"nextChange":${change},"orderApproval":${orderApproval}${shown}`;
}

function changeText(change: ReturnType<Venue['nextTransition']>): string {
  return change === null ? 'null' : `{"at":"${formatInstant(change.time)}","market":"${change.market}"}`;
}

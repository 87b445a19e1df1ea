/**
 * The state of the venue and the effect of each command on it. Deterministic (M11): without clock, randomness or I/O,
 * the same commands give the same outcomes, ids and events in the live venue, in recovery and in the replica that
 * writes the history. Prices are in millionths of a dollar, times in microseconds.
 */

import type { Engine } from '../../matching/index.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  accepted,
  type BlockCommand,
  type BlockTimerCommand,
  type Called,
  type CancelCommand,
  type EnterCommand,
  EVERYBODY,
  type ImportCommand,
  KEYED_SINCE,
  NOTICED_ONCE_SINCE,
  type NoticeCommand,
  type Outcome,
  type RegisterCommand,
  type ReplaceCommand,
  RULES,
  SEARCHED_IN_SLICES_SINCE,
  type SecurityCommand,
  type SetFeeScheduleCommand,
  SLICED_SINCE,
  type UnitsCommand,
} from '../api/index.ts';
import { type AppliedCommand, clientOf, type JournaledCommand } from '../commands/index.ts';
import { EFFECTS_MAX, EventPublisher, type EventSink, ownerOf, scopeOf, VenueRecords } from '../records/index.ts';
import { BlockDesk } from './block-desk.ts';
import { ImportDesk } from './import-desk.ts';
import { IssueDesk } from './issue-desk.ts';
import { LimitDesk } from './limit-desk.ts';
import { MarketDesk } from './market-desk.ts';
import { OrderDesk } from './order-desk.ts';
import { QuoteDesk } from './quote-desk.ts';
import { RegisterDesk } from './register-desk.ts';
import { RiskDesk } from './risk-desk.ts';
import { RunDesk } from './run-desk.ts';
import { checkGrowth } from './state-checks.ts';
import { TopOfBookPublisher } from './top-of-book-publisher.ts';
import { TransferDesk } from './transfer-desk.ts';

type TradingCommand = EnterCommand | CancelCommand | ReplaceCommand | BlockCommand | BlockTimerCommand;

/** The desks get the records of a state that has all of them. */
export class VenueState extends VenueRecords {
  readonly engine: Engine;
  readonly #effectsMax: number;
  readonly #events = new EventPublisher(this.counters, this.pending);
  readonly #tops = new TopOfBookPublisher(this, this.#events);
  readonly #orderDesk = new OrderDesk(this, this.#events, this.#tops);
  readonly #riskDesk = new RiskDesk(this, this.#events, this.#orderDesk);
  readonly #limitDesk = new LimitDesk(this, this.#riskDesk);
  readonly #registerDesk = new RegisterDesk(this, this.#events, this.#orderDesk);
  readonly #issueDesk = new IssueDesk(this, this.#registerDesk);
  readonly #importDesk = new ImportDesk(this, this.#registerDesk);
  readonly #marketDesk = new MarketDesk(this, this.#events, this.#orderDesk, this.#registerDesk.changes);
  readonly #transferDesk = new TransferDesk(this, {
    orders: this.#orderDesk,
    markets: this.#marketDesk,
    register: this.#registerDesk,
  });
  readonly #runDesk: RunDesk;
  readonly #blockDesk = new BlockDesk(this, this.#orderDesk);
  readonly #quoteDesk = new QuoteDesk(this, this.#orderDesk);

  /** @param rulesKnown, effectsMax the rules of this release and its slice size; tests pass others */
  constructor(shard: number, rulesKnown = RULES, effectsMax = EFFECTS_MAX) {
    super(shard);
    this.#runDesk = new RunDesk(this, rulesKnown);
    this.#effectsMax = effectsMax;
    this.engine = this.#orderDesk.engine;
  }

  /** The consumer of events from now on; null: no consumer. */
  set sink(sink: EventSink | null) {
    this.#events.sink = sink;
  }

  apply(command: JournaledCommand): Outcome {
    const { orders, matches, eventSeq } = this.counters;
    this.counters.time = command.time;
    if (command.type === 'origins') return accepted(null);
    const clientId = clientOf(command);
    if (this.pending.isPending && this.pending.delays(scopeOf(command, this), clientId)) this.#finishPending();
    const { rules = 1 } = this.counters;
    const effectsMax = rules < SLICED_SINCE ? Infinity : this.#effectsMax;
    this.pending.begin(clientId, effectsMax, (command as Called).user);
    this.engine.matchesMax = Math.ceil(effectsMax);
    this.engine.searchesInSlices = rules >= SEARCHED_IN_SLICES_SINCE;
    const outcome = this.#applyOnce(command);
    this.#orderDesk.mass.enterOpened();
    this.#orderDesk.settleHolds();
    this.#tops.publish(this.engine);
    this.pending.user = undefined;
    checkGrowth(this.counters, orders, matches, eventSeq);
    return outcome;
  }

  /**
   * The sequencer lets a command wait until no effects are pending for its book. A command of the same group as the
   * effects' cause is handled here (M17).
   */
  #finishPending(): void {
    this.#orderDesk.mass.finish();
    this.#orderDesk.settleHolds();
    this.#tops.publish(this.engine);
  }

  /** The outcome that the command would have at that time, without matching; changes nothing. */
  wouldEnter(command: EnterCommand, time: Microseconds): Outcome {
    return this.#orderDesk.checks.wouldEnter(command, time);
  }

  #dispatch(command: AppliedCommand): Outcome {
    switch (command.type) {
      case 'enter':
      case 'cancel':
      case 'replace':
      case 'reportBlock':
      case 'confirmBlock':
      case 'endBlock':
      case 'blockTimer':
        return this.#trade(command);
      case 'quote':
      case 'replaceQuote':
      case 'massQuote':
      case 'acceptQuote':
      case 'endQuote':
      case 'cancelQuotes':
      case 'quoteProtection':
      case 'quoteTimer':
        return this.#quoteDesk.apply(command);
      case 'decide':
        return this.#orderDesk.decide(command);
      case 'takeQuote':
        return this.#orderDesk.deals.takeQuote(command);
      case 'security':
        return this.#changeSecurity(command);
      case 'notice':
        return this.#emitNotice(command);
      case 'continue':
        return this.#resume();
      case 'selfTrade':
        return this.#riskDesk.setSelfTrade(command);
      case 'cancelOrders':
        return this.#riskDesk.cancelOrders(command);
      case 'cancelAllAfter':
        return this.#riskDesk.cancelAllAfter(command);
      case 'expire':
        return this.#orderDesk.expire(command);
      case 'cancelTimer':
        return this.#riskDesk.runOut(command);
      case 'transferRules':
      case 'holdings':
      case 'firstRefusal':
      case 'transferDue':
        return this.#transferDesk.apply(command);
      case 'connectSession':
      case 'disconnectSession':
        return this.#riskDesk.watch(command);
      case 'bind':
      case 'id':
      case 'restarted':
      case 'rules':
      case 'clock':
      case 'limits':
      case 'skipIds':
        return this.#runDesk.apply(command);
      case 'setPositions':
      case 'bust':
      case 'adjust':
      case 'setFeeSchedule':
      case 'issue':
      case 'takeBack':
      case 'importSettlements':
      case 'importEnd':
        return this.#changeRegister(command);
      case 'setLimits':
      case 'referencePrice':
      case 'throwSwitch':
      case 'releaseSwitch':
        return this.#limit(command);
      default:
        return this.#marketDesk.apply(command);
    }
  }

  #resume(): Outcome {
    this.#orderDesk.mass.resume();
    return accepted(null);
  }

  #changeSecurity(command: SecurityCommand): Outcome {
    const before = this.securities.get(command.securityId);
    const isAdmitted = command.admitted === true && before?.status !== 'trading';
    // Its waiting orders go live by these rules.
    if (isAdmitted && before !== undefined) this.#transferDesk.admit(before);
    const outcome = this.#marketDesk.apply(command);
    const after = this.securities.get(command.securityId);
    if (isAdmitted && before === undefined && after !== undefined) this.#transferDesk.admit(after);
    return outcome;
  }

  /** Q11: a switch that stops all clients ends the calls. */
  #limit(command: Parameters<LimitDesk['apply']>[0]): Outcome {
    const outcome = this.#limitDesk.apply(command);
    if (command.type !== 'throwSwitch') return outcome;
    const { clientId, securityId } = command.scope;
    if (clientId === undefined) this.#marketDesk.auctions.endAfterCancels(securityId);
    return outcome;
  }

  #trade(command: TradingCommand): Outcome {
    switch (command.type) {
      case 'enter':
        return this.#orderDesk.enter(command);
      case 'cancel':
        return this.#orderDesk.cancel(command);
      case 'replace':
        return this.#orderDesk.replace(command);
      case 'reportBlock':
        return this.#blockDesk.report(command);
      case 'confirmBlock':
        return this.#blockDesk.confirm(command);
      case 'endBlock':
        return this.#blockDesk.end(command);
      case 'blockTimer':
        return this.#blockDesk.runOut(command);
    }
  }

  #changeRegister(command: RegisterCommand | SetFeeScheduleCommand | UnitsCommand | ImportCommand): Outcome {
    switch (command.type) {
      case 'issue':
      case 'takeBack':
        return this.#issueDesk.apply(command);
      case 'importSettlements':
      case 'importEnd':
        return this.#importDesk.apply(command);
      default:
        return this.#registerDesk.apply(command);
    }
  }

  #applyOnce(command: AppliedCommand): Outcome {
    const { idempotency } = command as Called;
    if (idempotency === undefined) return this.#dispatch(command);
    const { time, rules = 1 } = this.counters;
    if (idempotency.clientId !== undefined && rules < KEYED_SINCE) return this.#dispatch(command);
    const clientId = idempotency.clientId ?? clientOf(command);
    const known = this.idempotency.find(clientId, idempotency, time);
    if (known !== undefined) return known;
    this.pending.key = ownerOf(clientId, idempotency.key);
    const outcome = this.#dispatch(command);
    // A refusal changes nothing. A retry is harmless, and storing refusals would let a client fill the memory.
    if (outcome.ok) this.idempotency.remember(clientId, idempotency, time, outcome);
    return outcome;
  }

  /**
   * Once, and to each client once: two nodes may journal the same row of the database, and one whose answer was lost
   * journals it again (H9).
   */
  #emitNotice({ noticeId, kind, securityId, to, settlement }: NoticeCommand): Outcome {
    const { time, rules = 1 } = this.counters;
    const once = rules >= NOTICED_ONCE_SINCE ? { key: noticeId, bodyHash: '' } : undefined;
    const known = once && this.idempotency.find(EVERYBODY, once, time);
    if (known !== undefined) return known;
    const notes = new Map(to.map((note) => [note.clientId, note]));
    const notice = { noticeId, kind, securityId, to: [...notes.values()] };
    if (settlement === undefined) this.#events.notice(notice);
    else this.#registerDesk.settle(notice, settlement);
    const outcome = accepted(null);
    if (once !== undefined) this.idempotency.remember(EVERYBODY, once, time, outcome);
    return outcome;
  }
}

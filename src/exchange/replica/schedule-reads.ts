import { TradingCalendar } from '../../calendar/trading-calendar.ts';
import type { Clock } from '../../time/clock.ts';
import type { Microseconds } from '../../time/units.ts';
import type {
  ActionId,
  ActionReads,
  AuctionReads,
  CorporateAction,
  EndedAuction,
  HolderName,
  MarketChange,
  PlannedCall,
  SecurityId,
  TenderAnswer,
  TenderPage,
  TenderReads,
  TenderSums,
  UsualHours,
} from '../api/index.ts';
import type { VenueState } from '../desks/index.ts';
import { newestBefore, nextTransitionOf, plannedCallOf } from './market-schedule.ts';

/** The parts of a copy of the venue that answer reads. */
export interface VenueReadsDeps {
  readonly state: VenueState;
  readonly clock: Clock;
  /** The market of every security is open around the clock (sandbox). */
  readonly alwaysOpen: boolean;
  /** Securities that are open around the clock despite their separate hours (V30); none when absent. */
  readonly neverCloses?: ReadonlySet<SecurityId>;
}

/** What is planned for the markets: hours, auctions, corporate actions. */
export class ScheduleReads implements AuctionReads, ActionReads, TenderReads {
  readonly state: VenueState;
  /** The calendar with the operator's dates. */
  readonly calendar: TradingCalendar;
  readonly alwaysOpen: boolean;
  /** As in VenueReadsDeps. */
  readonly neverCloses: ReadonlySet<SecurityId>;
  readonly #clock: Clock;

  constructor({ state, clock, alwaysOpen, neverCloses = new Set() }: VenueReadsDeps) {
    this.state = state;
    this.calendar = new TradingCalendar(state.calendar);
    this.alwaysOpen = alwaysOpen;
    this.neverCloses = neverCloses;
    this.#clock = clock;
  }

  /** The time of the venue, which never goes back: microseconds since 1970. */
  readonly nowUs = (): Microseconds => Math.max(this.#clock.nowUs(), this.state.counters.time);

  nextTransition(securityId: SecurityId): MarketChange | null {
    return nextTransitionOf(this, securityId);
  }

  usualHours(): UsualHours {
    const { calendar, alwaysOpen } = this;
    if (alwaysOpen) return { market: 'open', next: null };
    const market = this.state.counters.defaultInSession ? 'open' : 'closed';
    return { market, next: calendar.nextTransition(this.nowUs(), null) };
  }

  isAlwaysOpen(securityId: SecurityId): boolean {
    return this.alwaysOpen || this.neverCloses.has(securityId);
  }

  endedAuctions(securityId: SecurityId, before: number, limit: number): EndedAuction[] {
    const ended = this.state.securities.get(securityId)?.auctions?.ended ?? [];
    return newestBefore(ended, { before, limit, idOf: ({ auctionId }) => auctionId });
  }

  nextCall(securityId: SecurityId): PlannedCall | null {
    return plannedCallOf(this, securityId);
  }

  actions(securityId: SecurityId, before: ActionId, limit: number): CorporateAction[] {
    const all = this.state.actions.of(securityId);
    return newestBefore(all, { before, limit, idOf: ({ actionId }) => actionId });
  }

  tenderAnswer(securityId: SecurityId, actionId: ActionId, holder: HolderName): TenderAnswer | undefined {
    return this.state.tenders.find(securityId, actionId)?.find(holder);
  }

  tenderAnswers(securityId: SecurityId, actionId: ActionId, page: TenderPage): TenderAnswer[] {
    return this.state.tenders.find(securityId, actionId)?.page(page) ?? [];
  }

  tenderSums(securityId: SecurityId, actionId: ActionId, clientId: string | null): TenderSums {
    const sums = this.state.tenders.find(securityId, actionId)?.sums(clientId);
    return sums ?? { answers: 0, quantity: 0, bought: null };
  }
}

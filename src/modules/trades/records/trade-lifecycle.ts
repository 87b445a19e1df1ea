/** What may become of a trade (T2). */
import { GIVEN_BACK } from '../../offerings/index.ts';
import type { Lifecycle, Move } from '../../shared/record/index.ts';

export const TRADE_STATES = ['CREATED', 'FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED', 'SETTLED', 'CANCELED'] as const;

export type TradeState = (typeof TRADE_STATES)[number];

/** Facts of the bank, what investors and clients ask for, and the states that updateTradeStatus names. */
export type TradeTrigger =
  /** The money of the trade has arrived in escrow: ACH, card, custody. */
  | 'fundsSettled'
  /** It went back, or never came. */
  | 'fundsReturned'
  /** The investor withdraws before any money is under way: deleteTrade, cancelInvestment. */
  | 'withdraw'
  /**
   * The investment is cancelled while its money is under way or in escrow, or its units are given back:
   * cancelInvestment.
   */
  | 'unwind'
  | 'setCreated'
  | 'setFunded'
  | 'setUnwindPending'
  | 'setUnwindSettled'
  | 'setSettled';

/** States of a trade that was cancelled. */
const CANCELED = ['UNWIND PENDING', 'UNWIND SETTLED', 'CANCELED'] as const satisfies readonly TradeState[];

type TradeMove = Move<TradeState, TradeTrigger>;

const always = (trigger: TradeTrigger, states: readonly TradeState[]): TradeMove[] =>
  states.map((state) => ({ from: state, trigger, to: state }));

/** A fact of the bank is never refused, or it could not be recorded: where it changes nothing, the trade stays. */
export const TRADE_LIFECYCLE: Lifecycle<TradeState, TradeTrigger> = {
  states: TRADE_STATES,
  refusals: {
    fundsSettled: 190,
    fundsReturned: 190,
    withdraw: 190,
    unwind: 190,
    setCreated: 190,
    setFunded: 190,
    setUnwindPending: 190,
    setUnwindSettled: 190,
    setSettled: 190,
  },
  moves: [
    { from: 'CREATED', trigger: 'fundsSettled', to: 'FUNDED' },
    ...always('fundsSettled', ['FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED', 'SETTLED', 'CANCELED']),

    { from: 'FUNDED', trigger: 'fundsReturned', to: 'CREATED' },
    { from: 'UNWIND PENDING', trigger: 'fundsReturned', to: 'UNWIND SETTLED' },
    ...always('fundsReturned', ['CREATED', 'UNWIND SETTLED', 'SETTLED', 'CANCELED']),

    { from: 'CREATED', trigger: 'withdraw', to: 'CANCELED' },

    { from: 'CREATED', trigger: 'unwind', to: 'UNWIND PENDING' },
    { from: 'FUNDED', trigger: 'unwind', to: 'UNWIND PENDING' },
    { from: 'SETTLED', trigger: 'unwind', to: 'UNWIND PENDING' },
    ...always('unwind', CANCELED),

    { from: 'CREATED', trigger: 'setCreated', to: 'CREATED' },
    { from: 'FUNDED', trigger: 'setCreated', to: 'CREATED' },

    { from: 'CREATED', trigger: 'setFunded', to: 'FUNDED' },
    { from: 'FUNDED', trigger: 'setFunded', to: 'FUNDED' },

    { from: 'FUNDED', trigger: 'setUnwindPending', to: 'UNWIND PENDING' },
    { from: 'UNWIND PENDING', trigger: 'setUnwindPending', to: 'UNWIND PENDING' },

    { from: 'UNWIND PENDING', trigger: 'setUnwindSettled', to: 'UNWIND SETTLED' },
    { from: 'UNWIND SETTLED', trigger: 'setUnwindSettled', to: 'UNWIND SETTLED' },

    { from: 'FUNDED', trigger: 'setSettled', to: 'SETTLED' },
    { from: 'SETTLED', trigger: 'setSettled', to: 'SETTLED' },
  ],
};

const ENDED: ReadonlySet<string> = new Set<TradeState>(GIVEN_BACK);

/** Whether a trade in the state holds units of its offering; those of others can be bought again (T5). */
export function holdsUnits(orderStatus: string): boolean {
  return !ENDED.has(orderStatus);
}

/** Whether the trade was cancelled, or withdrawn, before: a further cancellation changes nothing (T11). */
export function isCanceled(orderStatus: string): boolean {
  return (CANCELED as readonly string[]).includes(orderStatus);
}

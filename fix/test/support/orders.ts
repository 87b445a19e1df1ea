/** Messages of a peer, as short as a test needs them. */
import { TAG } from '../../src/application/tags.ts';
import type { Peer } from './peer.ts';

type Fields = readonly (readonly [number, string | number])[];

const TIME = '20260302-14:30:00';

export class Trader {
  readonly peer: Peer;
  readonly #securityId: string;

  constructor(peer: Peer, securityId: string) {
    this.peer = peer;
    this.#securityId = securityId;
  }

  /** A GTC order unless the fields say otherwise. */
  enter(clOrdId: string, side: 'Buy' | 'Sell', terms: { quantity: number; price: string }, ...more: Fields): void {
    const timeInForce = more.some(([tag]) => tag === TAG.TimeInForce) ? [] : [[TAG.TimeInForce, 1] as const];
    this.peer.send(
      'D',
      ...this.#order(clOrdId, side),
      ...([
        [TAG.OrderQty, terms.quantity],
        [TAG.OrdType, 2],
        [TAG.Price, terms.price],
      ] as const),
      ...timeInForce,
      ...more,
    );
  }

  replace(
    [origClOrdId, clOrdId]: readonly [string, string],
    side: 'Buy' | 'Sell',
    terms: { quantity: number; price: string },
    ...more: Fields
  ): void {
    const { quantity, price } = terms;
    const fields = [[TAG.OrigClOrdID, origClOrdId], ...this.#order(clOrdId, side), [TAG.OrderQty, quantity]] as const;
    this.peer.send('G', ...fields, [TAG.OrdType, 2], [TAG.Price, price], ...more);
  }

  cancel([origClOrdId, clOrdId]: readonly [string, string], side: 'Buy' | 'Sell', ...more: Fields): void {
    this.peer.send('F', [TAG.OrigClOrdID, origClOrdId], ...this.#order(clOrdId, side), [TAG.OrderQty, 1], ...more);
  }

  #order(clOrdId: string, side: 'Buy' | 'Sell') {
    const ids = [
      [TAG.ClOrdID, clOrdId],
      [TAG.Symbol, this.#securityId],
      [TAG.Side, side === 'Buy' ? 1 : 2],
    ] as const;
    return [...ids, [TAG.TransactTime, TIME]] as const;
  }
}

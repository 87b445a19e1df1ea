import { crc32 } from 'node:zlib';
import type { Message } from './stream-client.ts';

export interface CopiedLevel {
  readonly price: string;
  readonly quantity: number;
  readonly orders: number;
  readonly contingent?: { readonly quantity: number; readonly orders: number };
}

type SideName = 'bids' | 'offers';

/** A local book, kept as docs/api/stream.md says (S26 to S28), knowing nothing of how it is made. */
export class DepthCopy {
  seq: number | undefined;
  brokenChains = 0;
  wrongChecksums = 0;
  snapshots = 0;
  #bids = new Map<string, CopiedLevel>();
  #offers = new Map<string, CopiedLevel>();
  #bidRfq = false;
  #offerRfq = false;

  take(message: Message): void {
    if (message.type === 'snapshot') {
      this.#bids = new Map();
      this.#offers = new Map();
      this.snapshots += 1;
    } else if (message.prevSeq !== this.seq) this.brokenChains += 1;
    this.seq = message.seq as number;
    set(this.#bids, message.bids as CopiedLevel[]);
    set(this.#offers, message.offers as CopiedLevel[]);
    this.#bidRfq = (message.bidRfq as boolean | undefined) ?? this.#bidRfq;
    this.#offerRfq = (message.offerRfq as boolean | undefined) ?? this.#offerRfq;
    if (message.checksum !== undefined && message.checksum !== this.#checksum()) this.wrongChecksums += 1;
  }

  /** Best first. */
  shown(side: SideName): CopiedLevel[] {
    const [levels, sign] = side === 'bids' ? [this.#bids, -1] : [this.#offers, 1];
    return [...levels.values()].sort((one, other) => sign * (Number(one.price) - Number(other.price)));
  }

  rfq(side: SideName): boolean {
    return side === 'bids' ? this.#bidRfq : this.#offerRfq;
  }

  #checksum(): number {
    const text = (side: SideName): string =>
      this.shown(side)
        .slice(0, 10)
        .map(({ price, quantity, orders, contingent }) =>
          [price, quantity, orders, contingent?.quantity ?? 0, contingent?.orders ?? 0].join(':'),
        )
        .join('|');
    return crc32(`${text('bids')}/${text('offers')}`);
  }
}

function set(levels: Map<string, CopiedLevel>, changed: readonly CopiedLevel[]): void {
  for (const level of changed) {
    if (level.quantity === 0 && level.contingent === undefined) levels.delete(level.price);
    else levels.set(level.price, level);
  }
}

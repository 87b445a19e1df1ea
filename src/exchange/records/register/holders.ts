import {
  idOf,
  type MatchId,
  type PositionAtCost,
  type PositionPage,
  REPLAYED_COST_SINCE,
  type SecurityId,
  type Shares,
} from '../../api/index.ts';
import { ClientPositions } from './client-positions.ts';
import { type Held, NOTHING, partOfUnits } from './cost.ts';
import { Holder } from './holder.ts';
import type { VenueNumbers, Whose } from './moves.ts';
import { SecurityHolders } from './security-holders.ts';

/** The holders of all securities, and the lists in which they are. Register moves their shares. */
export class Holders {
  protected readonly records: VenueNumbers;
  readonly #positions = new ClientPositions();
  readonly #securities = new Map<SecurityId, SecurityHolders>();

  constructor(records: VenueNumbers) {
    this.records = records;
  }

  /** Whether positions and the register of transfer rules are one (REGISTER_SINCE). */
  get isOne(): boolean {
    return this.records.counters.registerFrom !== undefined;
  }

  protected get keepsEntries(): boolean {
    return (this.records.counters.rules ?? 1) >= REPLAYED_COST_SINCE;
  }

  protected get now(): MatchId {
    return idOf(this.records.counters.matches, this.records.shard);
  }

  find(whose: Whose): Holder | undefined {
    return this.#securities.get(whose.securityId)?.find(whose);
  }

  /** Its traded shares. */
  of(whose: Whose): Shares {
    return this.find(whose)?.quantity ?? 0;
  }

  heldBy(whose: Whose): Held {
    return this.find(whose) ?? NOTHING;
  }

  /** The holders of a security. */
  in(securityId: SecurityId): SecurityHolders {
    let holders = this.#securities.get(securityId);
    if (holders === undefined) {
      holders = new SecurityHolders(this, securityId);
      this.#securities.set(securityId, holders);
    }
    return holders;
  }

  /** Whether as many shares may come: for a question, which adds no record of a security. */
  hasRoomFor(securityId: SecurityId, more: Shares): boolean {
    return this.#securities.get(securityId)?.hasRoomFor(more) ?? true;
  }

  /** The positions of one client, by security, then by account. */
  ofClient(clientId: string, page?: PositionPage): Holder[] {
    return this.#positions.of(clientId, page);
  }

  /** The positions of all clients, by client. */
  *positions(): Generator<PositionAtCost, void, undefined> {
    for (const clientId of this.#positions.clientIds) yield* this.ofClient(clientId).map(positionOf);
  }

  /** All of whom something is kept, in an order that depends on nothing else. */
  *holders(): Generator<Holder, void, undefined> {
    for (const { all } of this.securities) yield* all;
  }

  get securities(): SecurityHolders[] {
    return [...this.#securities.values()].sort((a, b) => a.securityId - b.securityId);
  }

  protected made(whose: Whose): Holder {
    const known = this.find(whose);
    if (known !== undefined) return known;
    const holders = this.in(whose.securityId);
    const holder = new Holder(whose, holders, this.keepsEntries ? this.now : 0);
    holders.add(holder);
    return holder;
  }

  /** The lists follow what a holder has. */
  protected changed(holder: Holder, holders = this.in(holder.securityId)): void {
    const hasPosition = holder.quantity !== 0;
    if (hasPosition !== holder.hasPosition) {
      if (hasPosition) this.#positions.add(holder);
      else this.#positions.delete(holder);
      holder.hasPosition = hasPosition;
    }
    holders.list(holder);
    if (hasPosition || holder.rest !== 0 || !holder.keepsNothing || holder.apart !== null) return;
    holder.isGone = true;
    holders.delete(holder);
  }
}

/** Its whole shares: the rest cannot be sold here. */
export function positionOf(holder: Holder): PositionAtCost {
  const { clientId, accountId, securityId, quantity, rest, cost, isFolded } = holder;
  const part = rest === 0 || cost === null ? cost : partOfUnits(cost, { quantity, rest: 0 }, holder);
  return { clientId, accountId, securityId, quantity, cost: part, isFolded };
}

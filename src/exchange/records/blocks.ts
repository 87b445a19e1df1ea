import type { BlockId, BlockView, ReportedBlock, SecurityId } from '../api/index.ts';
import { Deadlines, SortedKeys } from '../collections/index.ts';

/** Reports of one client that may wait at a time. */
const REPORTS_PER_CLIENT_MAX = 100;

/** The blocks that wait for the other side (V59). Part of the venue's state. */
export class Blocks {
  /** Blocks that were ever reported. */
  count = 0;
  readonly deadlines = new Deadlines<number>();
  readonly #blocks = new Map<number, ReportedBlock>();
  /** By client: of both sides, oldest first. */
  readonly #ofClients = new IdSets<string>();
  /** By the client that reported them, oldest first. */
  readonly #reports = new IdSets<string>();
  readonly #ofSecurities = new Map<SecurityId, SortedKeys<number>>();

  get(blockId: BlockId): ReportedBlock | undefined {
    return this.#blocks.get(blockId);
  }

  add(block: ReportedBlock): void {
    this.#blocks.set(block.blockId, block);
    this.deadlines.set(block.blockId, block.expiresAt);
    const { blockId, ticket } = block;
    for (const clientId of partiesOf(block)) this.#ofClients.add(clientId, blockId);
    this.#reports.add(ticket.clientId, blockId);
    const ofSecurity = this.#ofSecurities.get(ticket.securityId) ?? new SortedKeys((a: number, b: number) => a - b);
    ofSecurity.add(blockId);
    this.#ofSecurities.set(ticket.securityId, ofSecurity);
  }

  remove(block: ReportedBlock): void {
    this.#blocks.delete(block.blockId);
    this.deadlines.clear(block.blockId);
    const { blockId, ticket } = block;
    for (const clientId of partiesOf(block)) this.#ofClients.delete(clientId, blockId);
    this.#reports.delete(ticket.clientId, blockId);
    const ofSecurity = this.#ofSecurities.get(ticket.securityId);
    ofSecurity?.delete(blockId);
    if (ofSecurity?.size === 0) this.#ofSecurities.delete(ticket.securityId);
  }

  mayReport(clientId: string): boolean {
    return this.#reports.of(clientId).size < REPORTS_PER_CLIENT_MAX;
  }

  /** The securities of the blocks that a client reported. @param clientId empty: all clients */
  securitiesOf(clientId: string): Set<SecurityId> {
    if (clientId === '') return new Set(this.#ofSecurities.keys());
    return new Set(this.#named(this.#reports.of(clientId)).map(({ ticket }) => ticket.securityId));
  }

  /** The oldest of these blocks in a security whose id is above that one. */
  nextOf(clientId: string, securityId: SecurityId, after: number): ReportedBlock | undefined {
    if (clientId === '') {
      const blockId = this.#ofSecurities
        .get(securityId)
        ?.from(after + 1)
        .next().value;
      return blockId === undefined ? undefined : this.#blocks.get(blockId);
    }
    const reports = this.#named(this.#reports.of(clientId));
    return reports.find(({ blockId, ticket }) => blockId > after && ticket.securityId === securityId);
  }

  /** As BlockReads.blocksOf. */
  page(clientId: string, after: number, limit: number): BlockView[] {
    const later = this.#of(clientId).filter(({ blockId }) => blockId > after);
    return later.slice(0, limit).map(waiting);
  }

  /** Oldest first. */
  values(): Iterable<ReportedBlock> {
    return this.#blocks.values();
  }

  #of(clientId: string): ReportedBlock[] {
    return this.#named(this.#ofClients.of(clientId));
  }

  #named(ids: Iterable<number>): ReportedBlock[] {
    return Array.from(ids, (blockId) => this.#blocks.get(blockId) as ReportedBlock);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Ids of blocks by a key, in the sequence in which they came. */
class IdSets<Key> {
  readonly #byKey = new Map<Key, Set<number>>();

  of(key: Key): ReadonlySet<number> {
    return this.#byKey.get(key) ?? NONE;
  }

  add(key: Key, blockId: number): void {
    const ids = this.#byKey.get(key);
    if (ids === undefined) this.#byKey.set(key, new Set([blockId]));
    else ids.add(blockId);
  }

  delete(key: Key, blockId: number): void {
    const ids = this.#byKey.get(key);
    ids?.delete(blockId);
    if (ids?.size === 0) this.#byKey.delete(key);
  }
}

export function waiting(block: ReportedBlock): BlockView {
  return { ...block, status: 'Reported', reason: null, matchId: null };
}

/** Both sides: the one that reported it first. */
export function partiesOf({ ticket, counterparty }: ReportedBlock): readonly string[] {
  return [ticket.clientId, counterparty.clientId];
}

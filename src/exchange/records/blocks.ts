import type { BlockId, BlockView, ReportedBlock } from '../api/index.ts';
import { Deadlines } from '../collections/index.ts';

/** Reports of one client that may wait at a time. */
const REPORTS_PER_CLIENT_MAX = 100;

/** The blocks that wait for the other side (V59). Part of the venue's state. */
export class Blocks {
  /** Blocks that were ever reported. */
  count = 0;
  readonly deadlines = new Deadlines<number>();
  readonly #blocks = new Map<number, ReportedBlock>();
  /** Ids by client: of both sides, oldest first. */
  readonly #ofClients = new Map<string, Set<number>>();

  get(blockId: BlockId): ReportedBlock | undefined {
    return this.#blocks.get(blockId);
  }

  add(block: ReportedBlock): void {
    this.#blocks.set(block.blockId, block);
    this.deadlines.set(block.blockId, block.expiresAt);
    for (const clientId of partiesOf(block)) {
      const ids = this.#ofClients.get(clientId);
      if (ids === undefined) this.#ofClients.set(clientId, new Set([block.blockId]));
      else ids.add(block.blockId);
    }
  }

  remove(block: ReportedBlock): void {
    this.#blocks.delete(block.blockId);
    this.deadlines.clear(block.blockId);
    for (const clientId of partiesOf(block)) {
      const ids = this.#ofClients.get(clientId);
      ids?.delete(block.blockId);
      if (ids?.size === 0) this.#ofClients.delete(clientId);
    }
  }

  mayReport(clientId: string): boolean {
    let reports = 0;
    for (const { ticket } of this.#of(clientId)) if (ticket.clientId === clientId) reports++;
    return reports < REPORTS_PER_CLIENT_MAX;
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
    const ids = this.#ofClients.get(clientId) ?? [];
    return [...ids].map((blockId) => this.#blocks.get(blockId) as ReportedBlock);
  }
}

export function waiting(block: ReportedBlock): BlockView {
  return { ...block, status: 'Reported', reason: null, matchId: null };
}

/** Both sides: the one that reported it first. */
export function partiesOf({ ticket, counterparty }: ReportedBlock): readonly string[] {
  return [ticket.clientId, counterparty.clientId];
}

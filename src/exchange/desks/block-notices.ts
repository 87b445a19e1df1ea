import {
  accepted,
  type BlockStatus,
  type BlockView,
  blockFields,
  type MatchId,
  type Outcome,
  type ReportedBlock,
} from '../api/index.ts';
import { type EventPublisher, partiesOf, type VenueRecords } from '../records/index.ts';

/** How a block ended. */
export interface BlockEnd {
  readonly status: BlockStatus;
  readonly reason: string | null;
  readonly matchId: MatchId | null;
}

/** The ends of waiting blocks, and the notices that both sides get of each change, and no other client (V63). */
export class BlockNotices {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;

  constructor(records: VenueRecords, events: EventPublisher) {
    this.#records = records;
    this.#events = events;
  }

  end(block: ReportedBlock, end: BlockEnd): Outcome {
    this.#records.blocks.remove(block);
    return this.publish({ ...block, ...end });
  }

  publish(block: BlockView): Outcome {
    const { securityId } = block.ticket;
    const noticeId = `block-${block.blockId}-${block.status}`;
    const to = partiesOf(block).map((clientId) => ({ clientId, fields: blockFields(block, clientId) }));
    this.#events.notice({ noticeId, kind: 'block', securityId, to });
    return { ...accepted(null), block };
  }
}

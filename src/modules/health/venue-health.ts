import Type from 'typebox';
import type { CommandSeq, EventSeq } from '../../exchange/api/index.ts';
import type { Method } from '../../http/methods/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';

/** One of the metrics of the program, as Prometheus has it. */
export interface Figure {
  readonly name: string;
  /** le: the upper bound of a bucket of a histogram. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface VenueHealthDeps {
  nowUs(): Microseconds;
  readonly version: string;
  readonly venue: {
    lastEventSeq(): EventSeq;
    /** Sequence of the last command. */
    readonly sequence: CommandSeq;
    /** The commands after `after` up to `upTo` were checked at `at` (microseconds). */
    readonly chainCheck: { readonly at: number; readonly after: CommandSeq; readonly upTo: CommandSeq };
  };
  /** Why calls are not served; null when they are. */
  readonly unwellReason: () => string | null;
  /** Metrics of the venue, its journal, history and stream, and of the process. */
  readonly figures: () => Promise<readonly Figure[]>;
}

/** N8. */
export function getVenueHealth({ nowUs, version, venue, unwellReason, figures }: VenueHealthDeps): Method {
  return operatorMethod({
    name: 'getVenueHealth',
    summary: 'The health of the venue: whether it serves, its last event, and its metrics',
    description: 'An extension (N8). The figures have the names of the metrics port. Counters begin with the process.',
    parameters: {},
    response: Type.Object({
      health: Type.Object({
        version: Type.String(),
        time: Type.String(),
        serves: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
        reason: textOrNull('Why it does not serve.'),
        lastEventSeq: Type.Integer({ description: "The venue's sequence number of its last event." }),
        lastCommandSeq: Type.Integer({ description: 'The sequence number of the last command of the journal.' }),
        chainVerifiedDate: Type.String({
          description: "When the journal's chain was verified last: when the venue started. YYYY-MM-DD HH:MM:SS, UTC.",
        }),
        chainVerifiedAfter: Type.Integer({
          description: 'The command of the snapshot that the start read: the chain was verified after it.',
        }),
        chainVerifiedUpTo: Type.Integer({ description: 'The last command that was verified then.' }),
        figures: Type.Array(
          Type.Object({
            name: Type.String(),
            labels: Type.Record(Type.String(), Type.String()),
            value: Type.Number(),
          }),
        ),
      }),
    }),
    handler: async () => {
      const reason = unwellReason();
      const chain = venue.chainCheck;
      return {
        fields: {
          health: {
            version,
            time: timestamp(nowUs()),
            serves: reason === null ? ('Yes' as const) : ('No' as const),
            reason,
            lastEventSeq: venue.lastEventSeq(),
            lastCommandSeq: venue.sequence,
            chainVerifiedDate: timestamp(chain.at),
            chainVerifiedAfter: chain.after,
            chainVerifiedUpTo: chain.upTo,
            figures: await figures(),
          },
        },
      };
    },
  });
}

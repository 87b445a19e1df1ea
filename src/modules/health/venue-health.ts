import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { textOrNull } from '../shared/answers.ts';
import { operatorMethod } from '../shared/operator-method.ts';
import { timestamp } from '../shared/times.ts';

/** One of the metrics of the program, as Prometheus has it. */
export interface Figure {
  readonly name: string;
  /** le: the upper bound of a bucket of a histogram. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface VenueHealthServices {
  nowUs(): number;
  readonly version: string;
  readonly venue: {
    lastEventSeq(): number;
    /** Sequence of the last command. */
    readonly sequence: number;
    /** Commands behind the one and up to the other, checked at that time (microseconds). */
    readonly chainCheck: { readonly at: number; readonly behind: number; readonly upTo: number };
  };
  /** Why calls are not served; null: they are. */
  readonly unwellReason: () => string | null;
  /** Of the venue, its journal, history and stream, and of the process. */
  readonly figures: () => Promise<readonly Figure[]>;
}

/** N8. */
export function getVenueHealth({ nowUs, version, venue, unwellReason, figures }: VenueHealthServices): Method {
  return operatorMethod({
    name: 'getVenueHealth',
    summary: 'How the venue is: whether it serves, its last event, and its figures',
    description:
      'An extension (N8). The figures are those of the metrics port about the venue, its journal, history and ' +
      'stream, and about the process, under the same names; what is counted is counted since the start.',
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
          description: 'The command of the snapshot that the start began with: the chain was verified behind it.',
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
      const health = {
        version,
        time: timestamp(nowUs()),
        serves: reason === null ? 'Yes' : 'No',
        reason,
        lastEventSeq: venue.lastEventSeq(),
        lastCommandSeq: venue.sequence,
        chainVerifiedDate: timestamp(chain.at),
        chainVerifiedAfter: chain.behind,
        chainVerifiedUpTo: chain.upTo,
        figures: await figures(),
      };
      return { fields: { health } };
    },
  });
}

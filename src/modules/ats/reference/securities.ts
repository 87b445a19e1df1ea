import Type from 'typebox';
import { NO_SECURITY, referenceFields, type SecurityId, type SecurityView } from '../../../exchange/api/index.ts';
import { defineMethod, inPieces, type Method, nextTurn, turnFor } from '../../../http/methods/index.ts';
import { optional, text } from '../../../http/parameters/index.ts';
import { moreSchema, pageAfter, pageOf } from '../../shared/values/index.ts';
import { marketFields, marketSchema } from '../market/index.ts';
import { type AtsDeps, yesOrNo } from '../shared/index.ts';
import { referenceSchema } from './reference-fields.ts';

const PAGE_MAX = 1000;
/** Securities that are checked in one turn of the event loop. */
const PIECE = 1000;
const NAME_LENGTH_MAX = 100;

/** N7. */
export function getSecurities(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getSecurities',
    summary: 'Lists the securities of the venue, with their markets',
    description:
      'An extension (N7). Those that trade, and those of the client (with a master key: of all) that await approval.',
    parameters: {
      name: optional(text({ maxLength: NAME_LENGTH_MAX, description: 'A part of name or symbol, in any case.' })),
      ...pageAfter<SecurityId>('Securities', 'securityId', PAGE_MAX),
    },
    response: Type.Object({
      securities: Type.Array(
        Type.Object({
          ...marketSchema,
          issuerId: Type.String(),
          securityName: Type.String(),
          securityStatus: Type.Union([Type.Literal('Trading'), Type.Literal('Awaiting')]),
          orderApproval: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
          mic: Type.Optional(Type.String({ description: 'The market identifier of the venue (V66).' })),
          reference: Type.Optional(referenceSchema),
          own: Type.Union([Type.Literal('Yes'), Type.Literal('No')], { description: 'Whether the client owns it.' }),
        }),
      ),
      moreSecurities: moreSchema,
    }),
    handler: async ({ client, values: { name, after = NO_SECURITY, limit = PAGE_MAX } }) => {
      await turnFor(limit);
      const part = name?.toLowerCase();
      const isShown = (one: SecurityView) =>
        (one.status === 'trading' ||
          (one.status === 'awaiting' && (client.master || one.ownerClientId === client.clientId))) &&
        (part === undefined || isNamed(one, part));
      const { page, more } = pageOf(await firstShown(deps, after, limit + 1, isShown), limit);
      const shown = (security: SecurityView) => ({
        ...marketFields(deps, security),
        issuerId: String(security.issuerId),
        securityName: security.name,
        securityStatus: security.status === 'trading' ? ('Trading' as const) : ('Awaiting' as const),
        orderApproval: yesOrNo(security.orderApproval),
        own: yesOrNo(security.ownerClientId === client.clientId),
        ...(deps.mic === null ? {} : { mic: deps.mic }),
        ...(security.reference && { reference: referenceFields(security.reference.reference) }),
      });
      return { fields: { securities: await inPieces(page, (piece) => piece.map(shown)), moreSecurities: more } };
    },
  });
}

/** @param part in small letters */
function isNamed({ name, reference }: SecurityView, part: string): boolean {
  return name.toLowerCase().includes(part) || (reference?.reference.symbol ?? '').toLowerCase().includes(part);
}

/** The first `count` that are shown, with a higher id than `after`; read in pieces, so that nobody else waits. */
async function firstShown(
  { exchange }: AtsDeps,
  after: SecurityId,
  count: number,
  isShown: (one: SecurityView) => boolean,
): Promise<SecurityView[]> {
  const found: SecurityView[] = [];
  for (let last = after; ; ) {
    const piece = exchange.securitiesAfter(last, PIECE);
    found.push(...piece.filter(isShown));
    if (piece.length < PIECE || found.length >= count) return found.slice(0, count);
    last = piece[PIECE - 1]!.securityId;
    await nextTurn();
  }
}

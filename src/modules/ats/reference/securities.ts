import Type from 'typebox';
import { NO_SECURITY, referenceFields, type SecurityId, type SecurityView } from '../../../exchange/api/index.ts';
import { defineMethod, inPieces, type Method, nextTurn, turnFor } from '../../../http/methods/index.ts';
import { list, numericId, optional, text } from '../../../http/parameters/index.ts';
import { moreSchema, pageAfter, pageOf } from '../../shared/values/index.ts';
import { marketFields, marketSchema } from '../market/index.ts';
import { type AtsDeps, yesOrNo } from '../shared/index.ts';
import { referenceSchema } from './reference-fields.ts';

const PAGE_MAX = 1000;
/** Securities that are checked in one turn of the event loop. */
const PIECE = 1000;
const NAME_LENGTH_MAX = 100;
const ASKED_MAX = 100;

const STATUS_WORDS = { trading: 'Trading', awaiting: 'Awaiting', ended: 'Ended' } as const;

/** N7. */
export function getSecurities(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getSecurities',
    summary: 'Lists the securities of the venue, with their markets',
    description:
      'An extension (N7). Those that trade, and those of the client (with a master key: of all) that await approval; ' +
      'of those that securityIds names also the ones that ended.',
    parameters: {
      securityIds: optional(
        list(numericId<SecurityId>(), { maxItems: ASKED_MAX, description: 'Only these, also where they ended.' }),
      ),
      name: optional(text({ maxLength: NAME_LENGTH_MAX, description: 'A part of name or symbol, in any case.' })),
      ...pageAfter<SecurityId>('Securities', 'securityId', PAGE_MAX),
    },
    response: Type.Object({
      securities: Type.Array(
        Type.Object({
          ...marketSchema,
          issuerId: Type.String(),
          securityName: Type.String(),
          securityStatus: Type.Union([Type.Literal('Trading'), Type.Literal('Awaiting'), Type.Literal('Ended')]),
          orderApproval: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
          mic: Type.Optional(Type.String({ description: 'The market identifier of the venue (V66).' })),
          reference: Type.Optional(referenceSchema),
          own: Type.Union([Type.Literal('Yes'), Type.Literal('No')], { description: 'Whether the client owns it.' }),
        }),
      ),
      moreSecurities: moreSchema,
    }),
    handler: async ({ client, values: { securityIds, name, after = NO_SECURITY, limit = PAGE_MAX } }) => {
      await turnFor(limit);
      const part = name?.toLowerCase();
      const isOwn = ({ ownerClientId }: SecurityView) => client.master || ownerClientId === client.clientId;
      const isShown = (one: SecurityView) =>
        (one.status === 'trading' || (isOwn(one) && (one.status === 'awaiting' || securityIds !== undefined))) &&
        (part === undefined || isNamed(one, part));
      const found =
        securityIds === undefined
          ? await firstShown(deps, after, limit + 1, isShown)
          : namedOnes(deps, securityIds, after).filter(isShown);
      const { page, more } = pageOf(found, limit);
      const shown = (security: SecurityView) => ({
        ...marketFields(deps, security),
        issuerId: String(security.issuerId),
        securityName: security.name,
        securityStatus: STATUS_WORDS[security.status],
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

/** Each once, in the order of pages. */
function namedOnes({ exchange }: AtsDeps, ids: readonly SecurityId[], after: SecurityId): SecurityView[] {
  const sorted = [...new Set(ids)].filter((id) => id > after).sort((one, other) => one - other);
  return sorted.flatMap((id) => exchange.security(id) ?? []);
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

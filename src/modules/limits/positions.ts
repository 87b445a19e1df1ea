import Type from 'typebox';
import {
  averagePriceText,
  type Position,
  type PositionView,
  priceText,
  type SecurityId,
} from '../../exchange/api/index.ts';
import { ApiError, defineMethod, inPieces, inTurns, type Method, turnFor } from '../../http/methods/index.ts';
import { numericId, optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, knownSecurity, malformed, orderParameters, submit } from '../ats/index.ts';
import { moreSchema, pageLimit, pageOf, signedText, textOrNull, yesNoSchema, yesOrNo } from '../shared/values/index.ts';
import { clientIdKind, type LimitDeps, requireAccount, requireClient, whoseOf, whoseParameters } from './limit-deps.ts';
import { FILE_LENGTH_MAX, POSITION_COLUMNS, POSITIONS_MAX, positionsOfFile, SHARES_MAX } from './positions-file.ts';

const PAGE_MAX = 500;

const positionSchema = {
  accountId: Type.Optional(Type.String()),
  securityId: Type.String(),
  quantity: Type.Integer({ description: 'Shares; below 0 when the account sold more than it had.' }),
};

const atCostSchema = Type.Object({
  ...positionSchema,
  settled: Type.Integer({ description: 'Of these shares, without those of matches whose settlement is not reported.' }),
  averageCost: textOrNull('Of a share, or what it was sold for where the quantity is below 0; null: not known.'),
  costCarriedForward: yesNoSchema('Whether the average rests on earlier matches that are kept no longer.'),
  lastPrice: textOrNull('Of the last match of the security that is not busted, as it was corrected; null without one.'),
  value: textOrNull('quantity times lastPrice.'),
});

const averageCost = 'Of a share; when absent, that of the position so far is kept, where it is known.';

/** V52. */
export function setPosition(deps: LimitDeps): Method {
  return defineMethod({
    name: 'setPosition',
    summary: 'Sets how many shares a client, or one of its accounts, has',
    refusals: [138, 148, 404, 503],
    description: 'An extension (V52). Later matches change it.',
    operator: true,
    // More shares may then be sold.
    fourEyes: true,
    parameters: {
      clientId: required(clientIdKind('Whose.')),
      accountid: optional(orderParameters.accountId),
      securityid: required(numericId<SecurityId>({ description: 'The offering id.' })),
      quantity: required(wholeNumber({ minimum: -SHARES_MAX, maximum: SHARES_MAX, description: 'Shares.' })),
      averageCost: optional({
        ...orderParameters.price,
        schema: { ...orderParameters.price.schema, description: averageCost },
      }),
    },
    response: Type.Object({ ...positionSchema, averageCost: Type.Optional(Type.String()) }),
    idempotent: true,
    handler: async (call) => {
      const { securityid, quantity, averageCost: cost } = call.values;
      const whose = await whoseOf(deps, call.client, call.values);
      const { securityId } = knownSecurity(deps, securityid);
      const position = { ...whose, securityId, quantity, ...(cost === undefined ? {} : { averageCost: cost }) };
      const accepted = await submit(deps.exchange, call, { type: 'setPositions', positions: [position] });
      const shown = cost === undefined ? {} : { averageCost: priceText(cost) };
      return answerTo(accepted, { ...positionFields(position), ...shown });
    },
  });
}

/** V52. */
export function loadPositions(deps: LimitDeps): Method {
  return defineMethod({
    name: 'loadPositions',
    summary: 'Sets many positions from a CSV file, all or none',
    refusals: [503],
    description: 'An extension (V52). 106 names the first line that is wrong. Positions that are not in the file stay.',
    operator: true,
    // More shares may then be sold.
    fourEyes: true,
    parameters: {
      positions: required(
        text({
          maxLength: FILE_LENGTH_MAX,
          description:
            `The content of the file: the line ${POSITION_COLUMNS.join(',')}, then at most ${POSITIONS_MAX} lines of ` +
            'these; an empty accountId is the client itself. A fifth column averageCost is optional.',
        }),
      ),
    },
    response: Type.Object({ positions: Type.Integer({ description: 'How many were set.' }) }),
    idempotent: true,
    handler: async (call) => {
      const positions = await inTurns(positionsOfFile(call.values.positions));
      if (typeof positions === 'string') throw malformed('positions', positions);
      await requireKnown(deps, positions);
      const accepted = await submit(deps.exchange, call, { type: 'setPositions', positions });
      return answerTo(accepted, { positions: positions.length });
    },
  });
}

/** V52. */
export function getPositions(deps: LimitDeps): Method {
  return defineMethod({
    name: 'getPositions',
    summary: 'Lists the positions of a client and its accounts',
    refusals: [148, 404],
    description:
      'An extension (V52). Of the caller; with a master key of clientId. Sorted by security and account. In whole ' +
      'shares: parts of a share are shown by getHolderEntries.',
    parameters: {
      ...whoseParameters,
      securityid: optional(numericId<SecurityId>({ description: 'The offering id.' })),
      offset: optional(wholeNumber({ minimum: 0 })),
      limit: pageLimit('Positions', PAGE_MAX),
    },
    response: Type.Object({
      positions: Type.Array(atCostSchema),
      morePositions: moreSchema,
    }),
    handler: async ({ client, values }) => {
      const { securityid, offset = 0, limit = PAGE_MAX } = values;
      const { clientId, accountId } = await whoseOf(deps, client, values);
      await turnFor(limit);
      const found = await deps.exchange.risk.positionsOf(clientId, {
        ...(accountId === null ? {} : { accountId }),
        ...(securityid === undefined ? {} : { securityId: securityid }),
        offset,
        limit: limit + 1,
      });
      const { page, more } = pageOf(found, limit);
      const positions = await inPieces(page, (piece) => piece.map(atCostFields));
      return { fields: { positions, morePositions: more } };
    },
  });
}

/** Throws ApiError 106 with the first line that names an unknown client, account or security. */
async function requireKnown(deps: LimitDeps, positions: readonly Position[]): Promise<void> {
  const checked = new Set<string>();
  let line = 1;
  await inPieces(positions, async (piece) => {
    for (const position of piece) await requireKnownLine(deps, position, { line: ++line, checked });
    return [];
  });
}

/** @param checked the clients and accounts of earlier lines */
async function requireKnownLine(
  deps: LimitDeps,
  { clientId, accountId, securityId }: Position,
  { line, checked }: { readonly line: number; readonly checked: Set<string> },
): Promise<void> {
  const key = `${clientId}\n${accountId ?? ''}`;
  try {
    knownSecurity(deps, securityId);
    if (checked.has(key)) return;
    if (accountId === null) await requireClient(deps, clientId);
    else await requireAccount(deps, clientId, accountId);
    checked.add(key);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw malformed('positions', `line ${line} names a client, account or security that does not exist`);
  }
}

function positionFields({ accountId, securityId, quantity }: Position) {
  const fields = { securityId: String(securityId), quantity };
  return accountId === null ? fields : { accountId, ...fields };
}

function atCostFields({ cost, isFolded, lastPrice, settled, ...position }: PositionView) {
  const { quantity } = position;
  return {
    ...positionFields(position),
    settled,
    averageCost: cost === null ? null : averagePriceText(cost, Math.abs(quantity)),
    costCarriedForward: yesOrNo(isFolded),
    lastPrice: lastPrice === null ? null : priceText(lastPrice),
    value: lastPrice === null ? null : signedText(BigInt(lastPrice) * BigInt(quantity)),
  };
}

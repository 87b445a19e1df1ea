import Type from 'typebox';
import {
  averagePriceText,
  type Position,
  type PositionView,
  priceText,
  type SecurityId,
  type SetPosition,
} from '../../exchange/api/index.ts';
import { ApiError, defineMethod, inPieces, type Method, turnFor } from '../../http/methods/index.ts';
import { Malformed, numericId, optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, knownSecurity, malformed, orderParameters, submit } from '../ats/index.ts';
import { fromMillionths, moreSchema, pageLimit, pageOf, textOrNull } from '../shared/values/index.ts';
import {
  clientIdKind,
  type LimitServices,
  requireAccount,
  requireClient,
  whoseOf,
  whoseParameters,
} from './limit-services.ts';

const FILE_LENGTH_MAX = 900_000;
const PAGE_MAX = 500;

const positionSchema = {
  accountId: Type.Optional(Type.String()),
  securityId: Type.String(),
  quantity: Type.Integer({ description: 'Shares; below 0 when the account sold more than it had.' }),
};

const atCostSchema = Type.Object({
  ...positionSchema,
  averageCost: textOrNull('Of a share, or what it was sold for where the quantity is below 0; null: not known.'),
  lastPrice: textOrNull('Of the last match of the security that is not busted, as it was corrected; null without one.'),
  value: textOrNull('quantity times lastPrice.'),
});

const averageCost = 'Of a share; when absent, that of the position so far is kept, where it is known.';

/** V52. */
export function setPosition(services: LimitServices): Method {
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
      const whose = await whoseOf(services, call.client, call.values);
      const { securityId } = knownSecurity(services, securityid);
      const position = { ...whose, securityId, quantity, ...(cost === undefined ? {} : { averageCost: cost }) };
      const accepted = await submit(services.exchange, call, { type: 'setPositions', positions: [position] });
      const shown = cost === undefined ? {} : { averageCost: priceText(cost) };
      return answerTo(accepted, { ...positionFields(position), ...shown });
    },
  });
}

/** V52. */
export function loadPositions(services: LimitServices): Method {
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
      const positions = positionsOfFile(call.values.positions);
      if (typeof positions === 'string') throw malformed('positions', positions);
      await requireKnown(services, positions);
      const accepted = await submit(services.exchange, call, { type: 'setPositions', positions });
      return answerTo(accepted, { positions: positions.length });
    },
  });
}

/** V52. */
export function getPositions(services: LimitServices): Method {
  return defineMethod({
    name: 'getPositions',
    summary: 'Lists the positions of a client and its accounts',
    refusals: [148, 404],
    description: 'An extension (V52). Of the caller; with a master key of clientId. Sorted by security and account.',
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
      const { clientId, accountId } = await whoseOf(services, client, values);
      await turnFor(limit);
      const found = await services.exchange.risk.positionsOf(clientId, {
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
async function requireKnown(services: LimitServices, positions: readonly Position[]): Promise<void> {
  const checked = new Set<string>();
  for (const [index, { clientId, accountId, securityId }] of positions.entries()) {
    const key = `${clientId}\n${accountId ?? ''}`;
    try {
      knownSecurity(services, securityId);
      if (checked.has(key)) continue;
      if (accountId === null) await requireClient(services, clientId);
      else await requireAccount(services, clientId, accountId);
      checked.add(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw malformed('positions', `line ${index + 2} names a client, account or security that does not exist`);
    }
  }
}

function positionFields({ accountId, securityId, quantity }: Position) {
  const fields = { securityId: String(securityId), quantity };
  return accountId === null ? fields : { accountId, ...fields };
}

function atCostFields({ cost, lastPrice, ...position }: PositionView) {
  const { quantity } = position;
  return {
    ...positionFields(position),
    averageCost: cost === null ? null : averagePriceText(cost, Math.abs(quantity)),
    lastPrice: lastPrice === null ? null : priceText(lastPrice),
    value: lastPrice === null ? null : signedText(BigInt(lastPrice) * BigInt(quantity)),
  };
}

function signedText(millionths: bigint): string {
  return millionths < 0n ? `-${fromMillionths(-millionths)}` : fromMillionths(millionths);
}

const POSITION_COLUMNS = ['clientId', 'accountId', 'securityId', 'quantity'] as const;
const POSITIONS_MAX = 10_000;
const SHARES_MAX = 1_000_000_000_000;

const SECURITY_ID = /^[1-9][0-9]{0,14}$/;
const WHOLE = /^-?[0-9]{1,13}$/;

/** The positions; or, as text, the fault of the first wrong line. */
function positionsOfFile(content: string): SetPosition[] | string {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const columns = cellsOf(lines[0] ?? '').join(',');
  const [plain, withCost] = [POSITION_COLUMNS.join(','), `${POSITION_COLUMNS.join(',')},averageCost`];
  if (columns !== plain && columns !== withCost) return `must begin with the line ${plain}`;
  if (lines.length - 1 > POSITIONS_MAX) return `must not have more than ${POSITIONS_MAX} lines`;
  const positions: SetPosition[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const cells = cellsOf(line);
    const [cost] = columns === withCost ? cells.splice(POSITION_COLUMNS.length, 1) : [''];
    const position = positionOf(cells);
    const averageCost = cost === '' ? undefined : orderParameters.price.read(cost);
    if (position === undefined || averageCost instanceof Malformed || cost === undefined) {
      return `line ${index + 1} is not ${columns}`;
    }
    positions.push(averageCost === undefined ? position : { ...position, averageCost });
  }
  return positions;
}

/** No column may contain a comma, so quotes can only come from a spreadsheet. */
function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function positionOf(cells: readonly string[]): SetPosition | undefined {
  const [clientId = '', accountId = '', securityId = '', quantity = ''] = cells;
  const isWhole = cells.length === POSITION_COLUMNS.length && clientId !== '' && WHOLE.test(quantity);
  if (!isWhole || !SECURITY_ID.test(securityId) || Math.abs(Number(quantity)) > SHARES_MAX) return undefined;
  return {
    clientId,
    accountId: accountId === '' ? null : accountId,
    securityId: Number(securityId) as SecurityId,
    quantity: Number(quantity),
  };
}

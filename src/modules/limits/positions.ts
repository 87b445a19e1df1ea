import Type from 'typebox';
import type { Position, SecurityId } from '../../exchange/api/index.ts';
import { ApiError, defineMethod, inPieces, type Method, turnFor } from '../../http/methods/index.ts';
import { numericId, optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, knownSecurity, malformed, orderParameters, submit } from '../ats/index.ts';
import { moreSchema, pageLimit, pageOf } from '../shared/values/index.ts';
import {
  clientIdKind,
  GROUP,
  type LimitServices,
  requireAccount,
  requireClient,
  whoseOf,
  whoseParameters,
} from './limit-services.ts';

const FILE_LENGTH_MAX = 900_000;
const PAGE_MAX = 500;

const positionSchema = Type.Object({
  accountId: Type.Optional(Type.String()),
  securityId: Type.String(),
  quantity: Type.Integer({ description: 'Shares; below 0 when the account sold more than it had.' }),
});

/** V52. */
export function setPosition(services: LimitServices): Method {
  return defineMethod({
    name: 'setPosition',
    verb: 'POST',
    group: GROUP,
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
    },
    response: positionSchema,
    idempotent: true,
    handler: async (call) => {
      const { securityid, quantity } = call.values;
      const whose = await whoseOf(services, call.client, call.values);
      const { securityId } = knownSecurity(services, securityid);
      const position = { ...whose, securityId, quantity };
      const accepted = await submit(services.exchange, call, { type: 'setPositions', positions: [position] });
      return answerTo(accepted, positionFields(position));
    },
  });
}

/** V52. */
export function loadPositions(services: LimitServices): Method {
  return defineMethod({
    name: 'loadPositions',
    verb: 'POST',
    group: GROUP,
    summary: 'Sets many positions from a CSV file, all or none',
    refusals: [503],
    description:
      'An extension (V52). 106 names the first line that is malformed, or that has a client, account or security ' +
      'that does not exist. Positions that are not in the file stay.',
    operator: true,
    // More shares may then be sold.
    fourEyes: true,
    parameters: {
      positions: required(
        text({
          maxLength: FILE_LENGTH_MAX,
          description:
            `The content of the file: the line ${POSITION_COLUMNS.join(',')}, then at most ${POSITIONS_MAX} lines of ` +
            'these; an empty accountId is the client itself.',
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
    verb: 'POST',
    group: GROUP,
    summary: 'Lists the positions of a client and its accounts',
    refusals: [148, 404],
    description:
      "An extension (V52). The caller's positions; with a master key those of clientId. Sorted by security, then by " +
      'account; without accountid of all accounts. While morePositions is Yes, call again with a higher `offset`.',
    parameters: {
      ...whoseParameters,
      securityid: optional(numericId<SecurityId>({ description: 'The offering id.' })),
      offset: optional(wholeNumber({ minimum: 0 })),
      limit: pageLimit('Positions', PAGE_MAX),
    },
    response: Type.Object({
      positions: Type.Array(positionSchema),
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
      const positions = await inPieces(page, (piece) => piece.map(positionFields));
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

const POSITION_COLUMNS = ['clientId', 'accountId', 'securityId', 'quantity'] as const;
const POSITIONS_MAX = 10_000;
const SHARES_MAX = 1_000_000_000_000;

const SECURITY_ID = /^[1-9][0-9]{0,14}$/;
const WHOLE = /^-?[0-9]{1,13}$/;

/** The positions; or, as text, the fault of the first wrong line. */
function positionsOfFile(content: string): Position[] | string {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (cellsOf(lines[0] ?? '').join(',') !== POSITION_COLUMNS.join(',')) {
    return `must begin with the line ${POSITION_COLUMNS.join(',')}`;
  }
  if (lines.length - 1 > POSITIONS_MAX) return `must not have more than ${POSITIONS_MAX} lines`;
  const positions: Position[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const position = positionOf(cellsOf(line));
    if (position === undefined) return `line ${index + 1} is not ${POSITION_COLUMNS.join(',')}`;
    positions.push(position);
  }
  return positions;
}

/** No column may contain a comma, so quotes can only come from a spreadsheet. */
function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function positionOf(cells: readonly string[]): Position | undefined {
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

/** The CSV file of loadPositions (V52). */
import type { SecurityId, SetPosition } from '../../exchange/api/index.ts';
import { Malformed, type Steps } from '../../http/parameters/index.ts';
import { orderParameters } from '../ats/index.ts';

/** In characters. */
export const FILE_LENGTH_MAX = 900_000;
export const POSITION_COLUMNS = ['clientId', 'accountId', 'securityId', 'quantity'] as const;
/** One more than a line may have. */
const CELLS_MAX = POSITION_COLUMNS.length + 2;
export const POSITIONS_MAX = 10_000;
export const SHARES_MAX = 1_000_000_000_000;

const SECURITY_ID = /^[1-9][0-9]{0,14}$/;
const WHOLE = /^-?[0-9]{1,13}$/;

/** The positions; or, as text, the fault of the first wrong line. */
export function* positionsOfFile(content: string): Steps<SetPosition[] | string> {
  const lines = linesOf(content.replace(/^\uFEFF/, ''));
  const columns = cellsOf(lines.next().value ?? '').join(',');
  const [plain, withCost] = [POSITION_COLUMNS.join(','), `${POSITION_COLUMNS.join(',')},averageCost`];
  if (columns !== plain && columns !== withCost) return `must begin with the line ${plain}`;
  const positions: SetPosition[] = [];
  for (const line of lines) {
    yield 1;
    if (positions.length === POSITIONS_MAX) return `must not have more than ${POSITIONS_MAX} lines`;
    const position = positionOf(cellsOf(line), columns === withCost);
    if (position === undefined) return `line ${positions.length + 2} is not ${columns}`;
    positions.push(position);
  }
  return positions;
}

/** Without an empty last one. */
function* linesOf(content: string): Generator<string, undefined, undefined> {
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf('\n', start);
    const end = found < 0 ? content.length : found;
    yield content.slice(start, content[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
  }
}

/** No column may contain a comma, so quotes can only come from a spreadsheet. Of too many cells the first ones. */
function cellsOf(line: string): string[] {
  return line.split(',', CELLS_MAX).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function positionOf(cells: readonly string[], hasCost: boolean): SetPosition | undefined {
  if (cells.length !== POSITION_COLUMNS.length + Number(hasCost)) return undefined;
  const [clientId = '', accountId = '', securityId = '', quantity = '', cost = ''] = cells;
  const isWhole = clientId !== '' && WHOLE.test(quantity) && SECURITY_ID.test(securityId);
  if (!isWhole || Math.abs(Number(quantity)) > SHARES_MAX) return undefined;
  const averageCost = cost === '' ? undefined : orderParameters.price.read(cost);
  if (averageCost instanceof Malformed) return undefined;
  return {
    clientId,
    accountId: accountId === '' ? null : accountId,
    securityId: Number(securityId) as SecurityId,
    quantity: Number(quantity),
    ...(averageCost === undefined ? {} : { averageCost }),
  };
}

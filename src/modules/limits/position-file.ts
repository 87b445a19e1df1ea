/** A file of positions (V52): lines of four columns, as a settlement system or a spreadsheet writes them. */
import type { Position } from '../../exchange/api/index.ts';

export const POSITION_COLUMNS = ['clientId', 'accountId', 'securityId', 'quantity'] as const;
export const POSITIONS_MAX = 10_000;
export const SHARES_MAX = 1_000_000_000_000;

const SECURITY_ID = /^[1-9][0-9]{0,14}$/;
const WHOLE = /^-?[0-9]{1,13}$/;

/** The positions; or, as text, the fault of the first wrong line. */
export function positionsOfFile(content: string): Position[] | string {
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
    securityId: Number(securityId),
    quantity: Number(quantity),
  };
}

import { expect, test } from 'vitest';
import { inTurns } from '../../../src/http/methods/pieces.ts';
import { atOnce } from '../../../src/http/parameters/steps.ts';
import { positionsOfFile } from '../../../src/modules/limits/positions-file.ts';
import { countTurns } from '../../support/turns.ts';

const HEAD = 'clientId,accountId,securityId,quantity';

test.each([
  ['\n', ''],
  ['\r\n', ''],
  ['\n', '\n'],
  ['\r\n', '\r\n'],
])('lines that end with %j are read, and the last one may end with %j', (end, last) => {
  expect(
    atOnce(positionsOfFile(`\uFEFF${[`${HEAD},averageCost`, 'C1,,7,5,', '"C2",A1,7,-5,1.5'].join(end)}${last}`)),
  ).toEqual([
    { clientId: 'C1', accountId: null, securityId: 7, quantity: 5 },
    { clientId: 'C2', accountId: 'A1', securityId: 7, quantity: -5, averageCost: 1_500_000 },
  ]);
});

test.each([
  ['', `must begin with the line ${HEAD}`],
  [','.repeat(900_000), `must begin with the line ${HEAD}`],
  [`${HEAD}\nC1,,7,5\n\n`, `line 3 is not ${HEAD}`],
  [`${HEAD}\nC1,,7,5,1\n`, `line 2 is not ${HEAD}`],
  [`${HEAD}\n${'\n'.repeat(800_000)}`, `line 2 is not ${HEAD}`],
  [`${HEAD}\n${'C1,,7,5\n'.repeat(10_001)}`, 'must not have more than 10000 lines'],
])('a file is refused with its first fault (%#)', (content, fault) => {
  expect(atOnce(positionsOfFile(content))).toBe(fault);
});

test('10,000 lines are read in as many turns as they have pieces', async () => {
  const counter = countTurns();
  expect(await inTurns(positionsOfFile(`${HEAD}\n${'C1,,7,5\n'.repeat(10_000)}`))).toHaveLength(10_000);
  expect(counter.turns).toBeGreaterThanOrEqual(99);
});

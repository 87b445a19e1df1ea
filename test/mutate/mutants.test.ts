import { expect, test } from 'vitest';
import { testsOf } from './concerned-tests.ts';
import { changed, mutantsOf, shown } from './mutants.ts';

const SOURCE = `import type { A } from './a.ts';
function f(a: A<1>, log: Log): boolean {
  if (a.b > 1) log.warn({}, 'x');
  a.c(2);
  return a.d ?? !(a.e as boolean);
}
`;

test('operators, conditions, numbers and statements are changed, types and log lines are not', () => {
  const lines = mutantsOf(SOURCE).map((mutant) => {
    const { line, is } = shown(SOURCE, mutant);
    return `${line}: ${is}`;
  });
  expect(lines).toEqual([
    "3: if (true) log.warn({}, 'x');",
    "3: if (false) log.warn({}, 'x');",
    "3: if (a.b >= 1) log.warn({}, 'x');",
    "3: if (a.b > 2) log.warn({}, 'x');",
    '4: ;',
    '4: a.c(3);',
    '5: return a.d;',
    '5: return a.d ?? (a.e as boolean);',
  ]);
  expect(changed(SOURCE, mutantsOf(SOURCE)[0]!).split('\n')).toHaveLength(SOURCE.split('\n').length);
});

test('a file has the tests of its room, its namesake and those that import it first', () => {
  const tests = testsOf('src/cluster/decisions.ts', 2);
  expect(tests[0]).toBe('test/cluster/decisions.test.ts');
  expect(tests).toHaveLength(2);
  expect(testsOf('src/modules/trades/money/trade-balance.ts', 1)).toEqual([
    'test/modules/trades/trade-balance.long.ts',
  ]);
  expect(testsOf('src/modules/sign-in/cookies.ts', 1)).toEqual([expect.stringMatching(/^test\/sign-in\//)]);
  expect(testsOf('fix/src/session/step.ts', 1)).toEqual([expect.stringMatching(/^fix\/test\/session\//)]);
});

/** Combinations in which each two values of two factors come together at least once, and far fewer than all. */
export function pairsOf<Factors extends Readonly<Record<string, readonly unknown[]>>>(
  factors: Factors,
): { readonly [Name in keyof Factors]: Factors[Name][number] }[] {
  const names = Object.keys(factors);
  const missing = new Set<string>();
  const keyOf = (one: number, valueOfOne: number, other: number, valueOfOther: number) =>
    `${one}=${valueOfOne} ${other}=${valueOfOther}`;
  for (const [one, oneName] of names.entries()) {
    for (const [other, otherName] of [...names.entries()].slice(one + 1)) {
      for (const value of factors[oneName]!.keys()) {
        for (const otherValue of factors[otherName]!.keys()) missing.add(keyOf(one, value, other, otherValue));
      }
    }
  }
  const made: Record<string, unknown>[] = [];
  while (missing.size > 0) {
    const [first] = missing;
    const fixed = new Map([...first!.matchAll(/(\d+)=(\d+)/g)].map(([, name, value]) => [Number(name), Number(value)]));
    const row: number[] = [];
    for (const [at, name] of names.entries()) {
      const gains = factors[name]!.map((_, value) =>
        row.reduce((sum, before, index) => sum + (missing.has(keyOf(index, before, at, value)) ? 1 : 0), 0),
      );
      row.push(fixed.get(at) ?? gains.indexOf(Math.max(...gains)));
    }
    for (const [one, value] of row.entries()) {
      for (const [at, other] of row.slice(one + 1).entries()) missing.delete(keyOf(one, value, one + 1 + at, other));
    }
    made.push(Object.fromEntries(names.map((name, at) => [name, factors[name]![row[at]!]])));
  }
  return made as never;
}

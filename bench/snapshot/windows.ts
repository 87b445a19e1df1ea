/** From and to, in milliseconds of the monotonic clock of this process. */
export type Span = readonly [from: number, to: number];

/** An order's wait: from when it was due until it was answered. */
export type Wait = Span;

/** The spans of time, each of at most that many milliseconds, that lie between the given ones and within the whole. */
export function spansBetween(whole: Span, spans: readonly Span[], longest_ms: number): Span[] {
  const between: Span[] = [];
  let from = whole[0];
  for (const [start, end] of [...spans, [whole[1], whole[1]] as const]) {
    for (; start - from >= longest_ms; from += longest_ms) between.push([from, from + longest_ms]);
    from = Math.max(from, end);
  }
  return between;
}

/** For each span, the longest wait of the orders that were under way in it; spans without an order are left out. */
export function longestWaits(spans: readonly Span[], waits: readonly Wait[]): number[] {
  const longest: number[] = [];
  for (const [from, to] of spans) {
    let most = 0;
    for (const [due, answered] of waits) if (due < to && answered > from) most = Math.max(most, answered - due);
    if (most > 0) longest.push(most);
  }
  return longest;
}

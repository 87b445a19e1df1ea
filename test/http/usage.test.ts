/** Limits of rates and of what is held at once, on one node and over several with a leader between them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UseSums } from '../../src/cluster/link/use-sums.ts';
import { RateCounts, SharedUse } from '../../src/http/usage/index.ts';

const WINDOW_MS = 60_000;
/** How long one that was allowed counts at most. */
const COUNTED_MS = WINDOW_MS + WINDOW_MS / 12;
const REPORT_MS = 100;

/** Allowed calls of a client, with the node. */
interface Allowed {
  readonly atMs: number;
  readonly node: number;
  readonly client: string;
}

/** Nodes of which the first leads, on one clock. Every node reports every REPORT_MS, each at another moment. */
class Nodes {
  nowMs = 0;
  readonly sums = new UseSums();
  readonly uses: readonly SharedUse[];
  readonly rates: readonly RateCounts[];
  readonly #members: readonly ReturnType<UseSums['join']>[];
  readonly #phases: readonly number[];

  constructor(phases: readonly number[], max: number) {
    this.#phases = phases;
    this.uses = phases.map(() => new SharedUse());
    const counting = { max, windowMs: WINDOW_MS, namesMax: 100, nowMs: () => this.nowMs };
    this.rates = this.uses.map((use) => use.rate('orders', counting));
    this.#members = this.uses.map((use) => this.sums.join((report) => use.add(report)));
  }

  passMs(ms: number): void {
    for (const end = this.nowMs + ms; this.nowMs < end; ) {
      this.nowMs++;
      for (const [node, phase] of this.#phases.entries()) if (this.nowMs % REPORT_MS === phase) this.#report(node);
    }
  }

  #report(node: number): void {
    const report = this.uses[node]?.report();
    const member = this.#members[node];
    if (report !== undefined && member !== undefined) this.sums.report(member, report);
    if (node === 0) this.sums.flush();
  }
}

const isOf = (client: string, fromMs: number, toMs: number) => (one: Allowed) =>
  one.client === client && one.atMs > fromMs && one.atMs <= toMs;

test('no minute has more calls of a client than its limit, but for those of the last 0.2 s on other nodes', () => {
  const steps = fc.array(
    fc.record({
      node: fc.nat(3),
      client: fc.constantFrom('C1', 'C2 of C1'),
      calls: fc.integer({ min: 1, max: 6 }),
      waitMs: fc.oneof(fc.nat(250), fc.nat(20_000), fc.constantFrom(WINDOW_MS, COUNTED_MS)),
    }),
    { maxLength: 40 },
  );
  const phases = fc.array(fc.nat(REPORT_MS - 1), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(phases, fc.integer({ min: 1, max: 10 }), steps, (of, max, all) => {
      const nodes = new Nodes(of, max);
      const allowed: Allowed[] = [];
      for (const { node: any, client, calls, waitMs } of all) {
        const node = any % of.length;
        for (let call = 0; call < calls; call++) {
          const atMs = nodes.nowMs;
          const counted = allowed.filter(isOf(client, atMs - WINDOW_MS, atMs));
          const known = counted.filter((one) => one.node === node || one.atMs < atMs - 2 * REPORT_MS);
          if ((nodes.rates[node] as RateCounts).take(client).isAllowed) {
            expect(known.length).toBeLessThan(max);
            allowed.push({ atMs, node, client });
          } else {
            const since = atMs - COUNTED_MS - 2 * REPORT_MS;
            expect(allowed.filter(isOf(client, since, atMs)).length).toBeGreaterThanOrEqual(max);
          }
        }
        nodes.passMs(waitMs);
      }
    }),
    { numRuns: 60 },
  );
});

test('a refused call says when the next one is allowed, to the second', () => {
  const waits = fc.array(fc.nat(30_000), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), waits, fc.nat(8), (max, all, elsewhere) => {
      let nowMs = 0;
      const rate = new RateCounts({ max, windowMs: WINDOW_MS, namesMax: 10, nowMs: () => nowMs });
      for (const [at, waitMs] of all.entries()) {
        nowMs += waitMs;
        if (at === 2 && elsewhere > 0) rate.add('C1', elsewhere);
        const { isAllowed, secondsToWait } = rate.take('C1');
        if (isAllowed) continue;
        const refusedMs = nowMs;
        nowMs = refusedMs + (secondsToWait - 1) * 1000;
        expect(secondsToWait === 1 || !rate.take('C1').isAllowed).toBe(true);
        nowMs = refusedMs + secondsToWait * 1000;
        expect(rate.take('C1').isAllowed).toBe(true);
      }
    }),
  );
});

test('what a client holds on other nodes is known within 0.2 s, also as nodes come and go', () => {
  const kind = 'streams';
  const step = fc.oneof(
    fc.record({ node: fc.nat(3), client: fc.constantFrom('C1', 'C2'), count: fc.nat(3) }),
    fc.record({ cut: fc.nat(3) }),
    fc.record({ flush: fc.constant(true) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 4 }), fc.array(step, { maxLength: 30 }), (size, steps) => {
      const sums = new UseSums();
      const uses = Array.from({ length: size }, () => new SharedUse());
      const members = uses.map((use) => sums.join((report) => use.add(report)));
      const held = uses.map(() => ({ C1: 0, C2: 0 }));
      const exchange = () => {
        for (const [at, use] of uses.entries()) {
          const report = use.report();
          if (report !== undefined) sums.report(members[at] as (typeof members)[number], report);
        }
        sums.flush();
      };
      for (const one of steps) {
        if ('flush' in one) exchange();
        else if ('cut' in one) {
          const at = one.cut % size;
          const use = uses[at] as SharedUse;
          sums.leave(members[at] as (typeof members)[number]);
          use.alone();
          expect(use.held(kind).elsewhere('C1')).toBe(0);
          members[at] = sums.join((report) => use.add(report));
          use.restart();
        } else {
          const at = one.node % size;
          (held[at] as Record<string, number>)[one.client] = one.count;
          uses[at]?.held(kind).set(one.client, one.count);
        }
      }
      exchange();
      for (const client of ['C1', 'C2'] as const) {
        const total = held.reduce((sum, of) => sum + of[client], 0);
        for (const [at, use] of uses.entries())
          expect(use.held(kind).elsewhere(client)).toBe(total - (held[at]?.[client] ?? 0));
      }
    }),
  );
});

test('a report has at most 1,000 names of each kind, and the rest comes with the next ones', () => {
  const use = new SharedUse();
  const rate = use.rate('orders', { max: 10, windowMs: WINDOW_MS, namesMax: 20_000 });
  const streams = use.held('streams');
  for (let client = 0; client < 2500; client++) {
    rate.take(`C${client}`);
    streams.set(`C${client}`, 2);
  }
  const sizes = Array.from({ length: 4 }, () => use.report()).map((one) => [one?.taken.length, one?.held.length]);
  expect(sizes).toEqual([
    [1000, 1000],
    [1000, 1000],
    [500, 500],
    [undefined, undefined],
  ]);
  for (let client = 0; client < 30_000; client++) rate.take(`D${client}`);
  let names = 0;
  for (let report = use.report(); report !== undefined; report = use.report()) names += report.taken.length;
  expect(names).toBe(10_000);
});

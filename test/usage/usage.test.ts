/** Limits of rates and of what is held at once, on one node and over several with a leader between them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateCounts, SharedUse, UseSums } from '../../src/usage/index.ts';

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

test('a node that connects counts what was used while it had no link, or before its start (J28)', () => {
  const step = fc.record({ node: fc.nat(1), waitMs: fc.nat(20_000) });
  const without = fc.array(fc.record({ node: fc.nat(1), waitMs: fc.nat(1000) }), { maxLength: 10 });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      without,
      fc.boolean(),
      fc.nat(10_000),
      (before, later, isNew, ms) => {
        let nowMs = 0;
        const open = (startedMs: number) => {
          const use = new SharedUse();
          const counting = { max: 1000, windowMs: WINDOW_MS, namesMax: 100, nowMs: () => nowMs + startedMs };
          return { use, rate: use.rate('orders', counting) };
        };
        const [leader, first] = [open(0), open(ms)];
        let node = first;
        const usedAtMs: number[] = [];
        const take = ({ node: at, waitMs }: { readonly node: number; readonly waitMs: number }) => {
          nowMs += waitMs;
          usedAtMs.push(nowMs);
          (at === 0 ? leader : node).rate.take('C1');
        };
        const report = (from: SharedUse, to: SharedUse) => to.add(from.report() ?? { taken: [], held: [] });
        for (const one of before) {
          take(one);
          report(node.use, leader.use);
          report(leader.use, node.use);
        }
        if (isNew) node = open(ms + 1);
        for (const one of later) take(one);
        // It connects.
        leader.use.report();
        node.use.restart();
        node.use.add({ taken: [], held: [], counted: leader.use.counted() });
        report(node.use, leader.use);
        const since = (windowMs: number) => usedAtMs.filter((atMs) => atMs > nowMs - windowMs).length;
        for (const { rate } of [leader, node]) {
          const used = 1000 - rate.take('C1').remaining - 1;
          expect(used).toBeGreaterThanOrEqual(since(WINDOW_MS));
          expect(used).toBeLessThanOrEqual(since(COUNTED_MS + WINDOW_MS / 12));
        }
        nowMs += COUNTED_MS + WINDOW_MS / 12;
        expect(node.rate.take('C1').remaining).toBe(999);
      },
    ),
    { numRuns: 300 },
  );
});

test('calls of a node without a leader are reported to the next one, unless that took too long (J28)', () => {
  const use = new SharedUse();
  const rate = use.rate('orders', { max: 10, windowMs: WINDOW_MS, namesMax: 10 });
  rate.take('C1');
  use.restart();
  expect(use.report()).toEqual({ taken: [['orders C1', 1]], held: [] });
  rate.take('C1');
  use.forgetTaken();
  expect(use.report()).toBe(undefined);
});

/** Nodes that report what clients hold to whoever leads, as the links between them have it (J28). */
class HoldingNodes {
  readonly uses: readonly SharedUse[];
  readonly held: readonly Map<string, number>[];
  #sums = new UseSums();
  #leader = 0;
  /** Absent: the link to the leader is closed. */
  readonly #members = new Map<number, ReturnType<UseSums['join']>>();

  constructor(size: number) {
    this.uses = Array.from({ length: size }, () => new SharedUse());
    this.held = this.uses.map(() => new Map());
    this.lead(0, true);
  }

  set(node: number, client: string, count: number): void {
    this.held[node]?.set(client, count);
    this.uses[node]?.held('streams').set(client, count);
  }

  /** @param isNoticed false: the node knows of its closed link only when it is open to the next leader */
  close(node: number, isNoticed: boolean): void {
    const member = this.#members.get(node);
    if (member === undefined || node === this.#leader) return;
    this.#sums.leave(member);
    this.#members.delete(node);
    if (isNoticed) this.uses[node]?.restart();
  }

  /** Another node leads: it has no sums yet, and the others link to it one by one. */
  lead(node: number, isNoticed: boolean): void {
    for (const other of this.uses.keys()) this.close(other, isNoticed);
    this.#members.clear();
    this.#sums = new UseSums();
    this.#leader = node;
    this.open(node);
  }

  open(node: number): void {
    const use = this.uses[node] as SharedUse;
    if (this.#members.has(node)) return;
    use.restart();
    this.#members.set(
      node,
      this.#sums.join((report) => use.add(report)),
    );
  }

  report(node: number): void {
    const report = this.uses[node]?.report();
    const member = this.#members.get(node);
    if (report !== undefined && member !== undefined) this.#sums.report(member, report);
    if (node === this.#leader) this.#sums.flush();
  }

  /** Every node is linked, and reports until nobody has anything new. */
  calm(): void {
    for (const node of this.uses.keys()) this.open(node);
    for (let round = 0; round < 2; round++) for (const node of this.uses.keys()) this.report(node);
  }

  elsewhere(node: number, client: string): number | undefined {
    return this.uses[node]?.held('streams').elsewhere(client);
  }
}

test('once nodes are quiet each knows what clients hold on the others, whatever leaders and links did before', () => {
  const node = fc.nat(3);
  const isNoticed = fc.boolean();
  const client = fc.constantFrom('C1', 'C2');
  const step = fc.oneof(
    fc.record({ type: fc.constant('set' as const), node, client, count: fc.nat(2) }),
    fc.record({ type: fc.constantFrom('close' as const, 'lead' as const), node, isNoticed }),
    fc.record({ type: fc.constantFrom('open' as const, 'report' as const, 'calm' as const), node }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40, size: 'max' }), (size, steps) => {
      const nodes = new HoldingNodes(size);
      const all = [...nodes.uses.keys()];
      for (const one of steps) {
        const at = one.node % size;
        if (one.type === 'set') nodes.set(at, one.client, one.count);
        else if ('isNoticed' in one) nodes[one.type](at, one.isNoticed);
        else nodes[one.type](at);
      }
      nodes.calm();
      for (const name of ['C1', 'C2']) {
        const counts = nodes.held.map((held) => held.get(name) ?? 0);
        const total = counts.reduce((sum, count) => sum + count, 0);
        expect(all.map((at) => nodes.elsewhere(at, name))).toEqual(counts.map((count) => total - count));
      }
    }),
    { numRuns: 500 },
  );
});

test('a node that reaches no leader counts its own connections alone (J28)', () => {
  const nodes = new HoldingNodes(2);
  nodes.open(1);
  nodes.set(0, 'C1', 3);
  nodes.report(0);
  expect(nodes.elsewhere(1, 'C1')).toBe(3);
  nodes.close(1, true);
  expect(nodes.elsewhere(1, 'C1')).toBe(0);
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

/**
 * `npm run bench:register`: what a match costs in the state of the venue by the number of holders of its security, what
 * a correction costs by the entries of its holder, what a page of the register costs, and the memory of an entry.
 * Processor time of this thread, in turn.
 */

import { limitTicket } from '../../scripts/limit-ticket.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { idOf, type MatchId, type SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Register } from '../../src/exchange/records/register/register.ts';
import { VenueReads } from '../../src/exchange/replica/venue-reads.ts';
import { getRegister } from '../../src/modules/transfer/get-register.ts';
import type { TransferDeps } from '../../src/modules/transfer/transfer-deps.ts';

const SECURITY = 7 as SecurityId;
const TIME = 1_800_000_000_000_000;
const ROUNDS = 21;
const MATCHES = 5000;
const CORRECTIONS = 200;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** A venue whose clients hold shares; each round some of them trade, and some come to 0 and back. */
class Venue {
  readonly state = new VenueState(0);
  readonly #clients: readonly string[];
  readonly #securities: number;
  readonly #active: number;
  #next = 0;

  /** @param active of the clients, how many trade */
  constructor(clients: number, { securities = 1, active = clients }: { securities?: number; active?: number } = {}) {
    this.#clients = Array.from({ length: clients }, (_, at) => `C${String(at).padStart(8, '0')}`);
    this.#securities = securities;
    this.#active = active;
    this.#apply({ type: 'rules', version: RULES });
    for (let at = 0; at < securities; at++) {
      const securityId = (SECURITY + at) as SecurityId;
      this.#apply({ type: 'security', securityId, issuerId: 1, ownerClientId: 'o', name: '', status: 'trading' });
    }
    this.#apply({
      type: 'session',
      action: 'open',
      securityId: null,
      date: '2027-01-15',
      dayOver: false,
      scheduled: 1,
    });
    for (const [at, clientId] of this.#clients.entries()) {
      const position = { clientId, accountId: null, securityId: this.#securityOf(at), quantity: 1000, averageCost: 1 };
      this.#apply({ type: 'setPositions', positions: [position] });
    }
  }

  /** Microseconds of two orders and their match. */
  round(): number {
    const commands: JournaledCommand[] = [];
    for (let at = 0; at < MATCHES; at++) {
      this.#next = (this.#next + 7919) % this.#active;
      const other = (this.#next + this.#securities) % this.#active;
      commands.push(this.#order(this.#next, 'sell', this.#next), this.#order(other, 'buy', this.#next));
    }
    const before = process.threadCpuUsage();
    for (const command of commands) this.state.apply(command);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / MATCHES;
  }

  #apply(command: UntimedCommand): void {
    this.state.apply({ ...command, time: TIME } as JournaledCommand);
  }

  #securityOf(client: number): SecurityId {
    return (SECURITY + (client % this.#securities)) as SecurityId;
  }

  #order(client: number, side: 'buy' | 'sell', inSecurityOf: number): JournaledCommand {
    const securityId = this.#securityOf(inSecurityOf);
    const ticket = limitTicket({ clientId: this.#clients[client]!, securityId, side } as never);
    const terms = { quantity: 1, price: 10_000_000, contingency: 'None', minimum: 0 } as const;
    return { type: 'enter', ticket, ...terms, time: TIME };
  }
}

function compare(title: string, few: Pick<Venue, 'round'>, many: Pick<Venue, 'round'>): void {
  for (const venue of [few, many]) for (let at = 0; at < 3; at++) venue.round();
  const rounds = Array.from({ length: ROUNDS }, (_, at) => {
    // Each goes first in every second round.
    const [first, second] = at % 2 === 0 ? [few, many] : [many, few];
    const [one, other] = [first.round(), second.round()];
    return at % 2 === 0 ? [one, other] : [other, one];
  });
  const [a, b] = [0, 1].map((at) => median(rounds.map((round) => round[at]!)));
  const ratio = median(rounds.map(([one, other]) => other! / one!));
  console.log(
    `${title}: ${a!.toFixed(2)} and ${b!.toFixed(2)} us, times ${ratio.toFixed(3)} (${ROUNDS} rounds in turn)`,
  );
}

function matches(): void {
  const [few, many] = [new Venue(10), new Venue(100_000, { active: 10 })];
  compare('orders and match of ten clients, the security with 10 and 100,000 holders', few, many);
  const spread = new Venue(100_000, { securities: 10_000 });
  compare(
    'of 100,000 clients in turn, 10,000 securities with 10 holders and one with 100,000',
    spread,
    new Venue(100_000),
  );
}

function corrections(): void {
  for (const entries of [10, 1000, 9999]) {
    const counters = { matches: 0, rules: 10, registerFrom: 0 };
    const register = new Register({ counters, shard: 0 });
    const ticket = { clientId: 'a', accountId: null, securityId: SECURITY };
    for (let at = 0; at < entries; at++) {
      const matchId = idOf<MatchId>(++counters.matches, 0);
      const other = { clientId: `b${at}`, accountId: null, securityId: SECURITY };
      const fill = { matchId, price: 10_000_000 + at, quantity: 1 + (at % 7) };
      const [one, two] = [ticket, other].map((one) => ({ ticket: one, holder: null }));
      if (at % 3 === 2) register.match(two!, one!, fill, 20_000 + (at >> 3));
      else register.match(one!, two!, fill, 20_000 + (at >> 3));
    }
    const first = idOf<MatchId>(1, 0);
    const seller = { clientId: 'b0', accountId: null, securityId: SECURITY };
    const elapsed = (work: (at: number) => void): number => {
      const before = process.threadCpuUsage();
      for (let at = 0; at < CORRECTIONS; at++) work(at);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / CORRECTIONS / 1000;
    };
    const amended = elapsed((at) => {
      const [before, after] = [at % 2, (at + 1) % 2].map((odd) => ({ price: 10_000_000 + odd, quantity: 1 + odd }));
      register.amend({ matchId: first, buyer: ticket, seller, before: before!, after: after!, isSettled: false });
    });
    const asked = elapsed((at) => {
      const [before, after] = [at % 2, (at + 1) % 2].map((odd) => ({ price: 10_000_000 + odd, quantity: 1 + odd }));
      register.amend({ matchId: first, buyer: ticket, seller, before: before!, after: after!, isSettled: false });
      register.in(SECURITY).acquiredBy(ticket, 20_500);
    });
    const lots = (asked - amended).toFixed(3);
    console.log(
      `a correction of the first of ${entries} entries: ${amended.toFixed(3)} ms, its lots after it ${lots} ms more`,
    );
  }
}

/** Pages of 100 of 10,000 holders who traded, one after the other, as they are answered. */
async function pages(): Promise<void> {
  const venue = new Venue(10_000);
  for (let at = 0; at < 20; at++) venue.round();
  const { handler } = getRegister({ exchange: readsOf(venue.state) } as TransferDeps);
  for (const format of ['JSON', 'CSV', 'OCF'] as const) {
    const all = async () => {
      let [count, bytes] = [0, 0];
      for (let cursor: unknown; cursor !== null; count++) {
        const values = { securityId: SECURITY, format, ...(cursor === undefined ? {} : { cursor }) };
        const { fields } = await handler({ client: { clientId: 'o', master: true }, values } as never);
        bytes += JSON.stringify(fields).length;
        cursor = (fields as { readonly nextCursor: string | null }).nextCursor;
      }
      return { count, bytes };
    };
    await all();
    const before = process.threadCpuUsage();
    const { count, bytes } = await all();
    const { user, system } = process.threadCpuUsage(before);
    console.log(
      `a page of the register as ${format}: ${((user + system) / 1000 / count).toFixed(2)} ms, ` +
        `${count} pages, ${(bytes / 1000 / count).toFixed(0)} kB each`,
    );
  }
}

const readsOf = (state: VenueState) => {
  const reads = new VenueReads({ state, clock: { nowUs: () => TIME }, alwaysOpen: true });
  // Nothing of an earlier release is to be imported (F18).
  return Object.assign(reads, { imports: () => [] }) as unknown as TransferDeps['exchange'];
};

/** Processor time of a handler, and the most of it in one turn of the event loop. */
async function turnsOf<T>(work: () => T | Promise<T>): Promise<{ ms: number; longestMs: number; answer: T }> {
  const start = process.threadCpuUsage();
  let [last, longestMs, isDone] = [start, 0, false];
  const msSince = (before: typeof start) => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  const turn = () => {
    longestMs = Math.max(longestMs, msSince(last));
    last = process.threadCpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const answer = await work();
  isDone = true;
  await new Promise(setImmediate);
  return { ms: msSince(start), longestMs, answer };
}

/** Pages of a holder with as many entries as are kept of one, and the longest turn of the event loop that one takes. */
async function longHolder(): Promise<void> {
  const { state } = new Venue(1);
  const [many, few] = ['C00000000', 'other'].map((clientId) => {
    return { ticket: { clientId, accountId: null, securityId: SECURITY }, holder: null };
  });
  for (let at = 1; at < 10_000; at++) {
    const fill = { matchId: idOf<MatchId>(at, 0), price: 10_000_000 + at, quantity: 1 + (at % 7) };
    const [buyer, seller] = at % 5 === 4 ? [few!, many!] : [many!, few!];
    state.register.match(buyer, seller, fill, 20_000 + (at >> 3));
  }
  const { handler } = getRegister({ exchange: readsOf(state) } as TransferDeps);
  for (const format of ['JSON', 'CSV', 'OCF'] as const) {
    let [count, mostMs, turnMs, allMs] = [0, 0, 0, 0];
    for (let cursor: unknown; cursor !== null; count++) {
      const values = { securityId: SECURITY, format, ...(cursor === undefined ? {} : { cursor }) };
      const ask = () => handler({ client: { clientId: 'o', master: true }, values } as never);
      const { ms, longestMs, answer } = await turnsOf(ask);
      cursor = (answer.fields as { readonly nextCursor: string | null }).nextCursor;
      [mostMs, turnMs, allMs] = [Math.max(mostMs, ms), Math.max(turnMs, longestMs), allMs + ms];
    }
    console.log(
      `a holder with 9999 entries as ${format}: ${count} pages, ${(allMs / count).toFixed(2)} ms each, ` +
        `at most ${mostMs.toFixed(2)} ms, longest turn ${turnMs.toFixed(2)} ms`,
    );
  }
}

function memory(): void {
  const used = () => {
    for (let at = 0; at < 4; at++) globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  for (const [holders, each] of [
    [200, 5000],
    [100_000, 10],
    [1_000_000, 0],
  ] as const) {
    const before = used();
    const counters = { matches: 0, rules: 10, registerFrom: 0 };
    const register = new Register({ counters, shard: 0 });
    const movers = Array.from({ length: holders }, (_, at) => {
      const ticket = { clientId: `C${at}`, accountId: null, securityId: SECURITY };
      if (each === 0) register.report(ticket, { quantity: 1000, rest: 0, cost: 1000 }, null);
      return ticket;
    });
    for (let at = 0; at < (holders * each) / 2; at++) {
      const [one, two] = [movers[(2 * at) % holders]!, movers[(2 * at + 1) % holders]!];
      const matchId = idOf<MatchId>(++counters.matches, 0);
      const fill = { matchId, price: 10_000_000, quantity: 5 };
      register.match({ ticket: one, holder: null }, { ticket: two, holder: null }, fill, 20_000);
    }
    const bytes = used() - before;
    const per = each === 0 ? `${(bytes / holders).toFixed(0)} a holder without entries` : '';
    const entries = each === 0 ? '' : `${(bytes / holders / each).toFixed(0)} bytes an entry, its holder included`;
    console.log(`${holders} holders with ${each} entries: ${(bytes / 1e6).toFixed(1)} MB, ${per}${entries}`);
    if (movers.length === 0) console.log(register.of(movers[0]!));
  }
}

matches();
corrections();
await pages();
await longHolder();
memory();

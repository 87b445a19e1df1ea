/** Commands that a node passes on: done once and in order, whatever happens to links and leaders (J23). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, readCommands } from '../../src/cluster/link/messages.ts';
import { HELD_MS_MAX, PassedOnCommands } from '../../src/cluster/link/passed-on.ts';
import { RecentCommands } from '../../src/cluster/link/recent-commands.ts';
import { accepted, type Command, type Outcome } from '../../src/exchange/api/index.ts';
import { ManualTime } from '../support/manual-time.ts';

const PROCESS = 'node-2 abc';

interface Taken {
  readonly number: number;
  /** Which of the submitted commands it is. */
  readonly id: number;
  readonly done: (sequence: number) => void;
}

class FakeLink {
  isOpen = false;
  isKeepingUp = true;
  /** On the way to the leader. */
  frames: string[] = [];
  /** On the way back. */
  answers: Answer[] = [];

  send(_type: string, contents: string): void {
    this.frames.push(contents);
  }
}

/** A journal, the node that leads it, and the node that passes commands on. Every step is one that the test chooses. */
class World {
  readonly time = new ManualTime('2026-11-20T15:00:00Z');
  readonly link = new FakeLink();
  readonly journal: Taken[] = [];
  readonly results: (Outcome | Error | undefined)[] = [];
  epoch = 1;
  /** Of the leader of now: taken, and not yet in the journal. */
  #queue: Taken[] = [];
  #recent = new RecentCommands(this.time);
  /** Of the copy of the node. */
  sequence = 0;
  #soon: (() => void)[] = [];
  readonly commands = new PassedOnCommands({
    process: PROCESS,
    link: this.link,
    sequence: () => this.sequence,
    waitingMax: 1000,
    timers: {
      nowMs: () => this.time.nowMs(),
      every: (ms, callback) => this.time.every(ms, callback),
      soon: (callback) => this.#soon.push(callback),
    },
  });

  submit(): void {
    const id = this.results.push(undefined);
    this.commands.submit({ type: 'id', kind: 'note', id }).then(
      (outcome) => (this.results[id - 1] = outcome),
      (error: Error) => (this.results[id - 1] = error),
    );
  }

  turn(): void {
    for (const callback of this.#soon.splice(0)) callback();
  }

  /** The leader reads a frame. */
  async arrive(): Promise<void> {
    const frame = this.link.frames.shift();
    if (frame === undefined) return;
    for (const [number, command] of readCommands(Buffer.from(frame))) this.#take(number, command);
    await settled();
  }

  #take(number: number, command: Command): void {
    const { epoch, link } = this;
    const { id } = command as Command & { id: number };
    const run = () => new Promise<number>((done) => this.#queue.push({ number, id, done }));
    const result = this.#recent.find(PROCESS, number) ?? this.#recent.add(PROCESS, number, run);
    void result.then((sequence) => this.epoch === epoch && link.isOpen && link.answers.push([number, sequence]));
  }

  async commit(): Promise<void> {
    const taken = this.#queue.shift();
    if (taken === undefined) return;
    taken.done(this.journal.push(taken));
    await settled();
  }

  async answer(): Promise<void> {
    this.commands.answered(this.link.answers.splice(0, 1));
    await settled();
  }

  /** The copy of the node takes the next command of the journal. */
  async follow(): Promise<void> {
    const next = this.journal[this.sequence];
    if (next === undefined) return;
    this.commands.applied([PROCESS, next.number], { ...accepted(null), version: next.id });
    this.sequence++;
    this.commands.reached();
    await settled();
  }

  cut(): void {
    Object.assign(this.link, { isOpen: false, frames: [], answers: [] });
  }

  connect(): void {
    if (this.link.isOpen) return;
    this.link.isOpen = true;
    this.commands.welcome({ proof: '', epoch: this.epoch, sequence: this.journal.length });
  }

  /** What the leader had not yet committed is gone with it. */
  fall(): void {
    this.cut();
    this.epoch++;
    this.#queue = [];
    this.#recent = new RecentCommands(this.time);
  }

  /** The node itself takes over, with all of the journal. */
  async takeOver(): Promise<void> {
    this.fall();
    while (this.sequence < this.journal.length) await this.follow();
    this.commands.lead(async (command, [, number]) => {
      const { id } = command as Command & { id: number };
      this.journal.push({ number, id, done: () => {} });
      return { ...accepted(null), version: id };
    });
    await settled();
  }

  /** Until nothing is on the way any more. */
  async finish(): Promise<void> {
    for (let idle = 0; idle < 3; idle++) {
      const before = JSON.stringify([this.journal.length, this.sequence, this.results]);
      this.turn();
      this.connect();
      while (this.link.frames.length > 0) await this.arrive();
      for (let count = 0; count < this.results.length; count++) await this.commit();
      while (this.sequence < this.journal.length) await this.follow();
      while (this.link.answers.length > 0) await this.answer();
      if (JSON.stringify([this.journal.length, this.sequence, this.results]) !== before) idle = -1;
    }
  }
}

async function settled(): Promise<void> {
  for (let count = 0; count < 4; count++) await Promise.resolve();
}

const STEPS = ['submit', 'turn', 'arrive', 'commit', 'answer', 'follow', 'cut', 'connect', 'fall'] as const;
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('submit' as const) },
    { weight: 20, arbitrary: fc.constantFrom(...STEPS) },
  ),
  { maxLength: 150, size: 'max' },
);

/** Each is done once, in the order of the calls, and answered with its own outcome. */
function check({ journal, results }: World): void {
  expect(journal.map(({ id }) => id)).toEqual(results.map((_, index) => index + 1));
  expect(results).toEqual(results.map((_, index) => ({ ...accepted(null), version: index + 1 })));
}

test('each command is done once, in its order, and answered, over cut links and fallen leaders', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const world = new World();
      world.connect();
      for (const step of chosen) await world[step]();
      await world.finish();
      check(world);
    }),
    { numRuns: 1000 },
  );
});

test('the same where the node itself takes over', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const world = new World();
      world.connect();
      for (const step of chosen) await world[step]();
      await world.takeOver();
      check(world);
    }),
    { numRuns: 500 },
  );
});

test('a command that no leader answers is given up after a while, with an unknown outcome', async () => {
  const world = new World();
  world.submit();
  world.time.advanceMs(HELD_MS_MAX + 500);
  await settled();
  expect(String(world.results[0])).toContain('the outcome of this call is unknown');
  expect(world.commands.size).toBe(0);
});

test('no more commands wait than the node takes', async () => {
  const world = new World();
  for (let count = 0; count < 1001; count++) world.submit();
  await settled();
  expect(String(world.results[1000])).toContain('more commands wait for the leader');
  expect(world.results.slice(0, 1000)).toEqual(Array(1000).fill(undefined));
});

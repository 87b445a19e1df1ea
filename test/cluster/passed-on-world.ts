/** A model of nodes that pass commands on to a leader (J23). */
import { type Answer, readCommands } from '../../src/cluster/link/messages.ts';
import { PassedOnCommands } from '../../src/cluster/link/passed-on.ts';
import { ReceivedCommands } from '../../src/cluster/link/received-commands.ts';
import { accepted, type Command, type Outcome } from '../../src/exchange/api/index.ts';
import { ManualTime } from '../support/manual-time.ts';

interface Taken {
  readonly process: string;
  readonly number: number;
  /** Which of the submitted commands it is, of all nodes. */
  readonly id: number;
  readonly done: (sequence: number) => void;
}

/** The link of a node to the leader. */
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

  cut(): void {
    Object.assign(this, { isOpen: false, frames: [], answers: [] });
  }
}

/** A node that passes commands on. Its numbers are those of the other nodes, too. */
export class FakeNode {
  readonly process: string;
  readonly link = new FakeLink();
  /** By the ids of its commands, in their order. */
  readonly results = new Map<number, Outcome | Error | undefined>();
  /** Of its copy. */
  sequence = 0;
  readonly #soon: (() => void)[] = [];
  readonly commands: PassedOnCommands;

  constructor(process: string, time: ManualTime) {
    this.process = process;
    this.commands = new PassedOnCommands({
      process,
      link: this.link,
      sequence: () => this.sequence,
      waitingMax: 1000,
      timers: {
        nowMs: () => time.nowMs(),
        every: (ms, callback) => time.every(ms, callback),
        soon: (callback) => this.#soon.push(callback),
      },
    });
  }

  submit(id: number): void {
    this.results.set(id, undefined);
    this.commands.submit({ type: 'id', kind: 'note', id }).then(
      (outcome) => this.results.set(id, outcome),
      (error: Error) => this.results.set(id, error),
    );
  }

  turn(): void {
    for (const callback of this.#soon.splice(0)) callback();
  }

  get outcomes(): readonly (Outcome | Error | undefined)[] {
    return [...this.results.values()];
  }
}

/** A journal, the node that leads it, and nodes that pass commands on. Every step is one that the test chooses. */
export class World {
  readonly time = new ManualTime('2026-11-20T15:00:00Z');
  readonly nodes: readonly FakeNode[];
  readonly journal: Taken[] = [];
  epoch = 1;
  #submitted = 0;
  /** Of the leader of now: taken, and not yet in the journal. */
  #queue: Taken[] = [];
  #received = new ReceivedCommands(this.time, () => this.journal.length);

  constructor(nodes = 1) {
    this.nodes = Array.from({ length: nodes }, (_, at) => new FakeNode(`node-${at + 2} abc`, this.time));
  }

  submit(node: FakeNode): void {
    node.submit(++this.#submitted);
  }

  turn(node: FakeNode): void {
    node.turn();
  }

  /** The leader reads a frame. */
  async arrive(node: FakeNode): Promise<void> {
    const frame = node.link.frames.shift();
    if (frame === undefined) return;
    for (const [number, command] of readCommands(Buffer.from(frame))) this.#take(node, number, command);
    await settled();
  }

  #take({ process, link }: FakeNode, number: number, command: Command): void {
    const { epoch } = this;
    const { id } = command as Command & { id: number };
    const run = () => new Promise<number>((done) => this.#queue.push({ process, number, id, done }));
    const result = this.#received.take(process, number, run);
    void result.then((sequence) => this.epoch === epoch && link.isOpen && link.answers.push([number, sequence]));
  }

  async commit(): Promise<void> {
    const taken = this.#queue.shift();
    if (taken === undefined) return;
    taken.done(this.journal.push(taken));
    await settled();
  }

  async answer({ commands, link }: FakeNode): Promise<void> {
    commands.answered(link.answers.splice(0, 1));
    await settled();
  }

  /** The copy of the node takes the next command of the journal, of whichever node. */
  async follow(node: FakeNode): Promise<void> {
    const next = this.journal[node.sequence];
    if (next === undefined) return;
    node.commands.applied([next.process, next.number], { ...accepted(null), version: next.id });
    node.sequence++;
    node.commands.reached();
    await settled();
  }

  cut({ link }: FakeNode): void {
    link.cut();
  }

  connect({ link, commands }: FakeNode): void {
    if (link.isOpen) return;
    link.isOpen = true;
    commands.welcome({ proof: '', epoch: this.epoch, sequence: this.journal.length });
  }

  /** What the leader had not yet committed is gone with it. */
  fall(): void {
    for (const { link } of this.nodes) link.cut();
    this.epoch++;
    this.#queue = [];
    this.#received = new ReceivedCommands(this.time, () => this.journal.length);
  }

  /** The leader falls, and so does the end of the journal, of which no copy has anything: an operator accepts that. */
  lose(): void {
    this.fall();
    this.journal.length = Math.max(...this.nodes.map(({ sequence }) => sequence));
  }

  /** A node takes over, with all of the journal; the others go on. */
  async takeOver(node: FakeNode): Promise<void> {
    this.fall();
    while (node.sequence < this.journal.length) await this.follow(node);
    node.commands.lead(async (command, [process, number]) => {
      const { id } = command as Command & { id: number };
      this.journal.push({ process, number, id, done: () => {} });
      return { ...accepted(null), version: id };
    });
    await settled();
  }

  /** Until nothing is on the way any more, of all nodes that do not lead. */
  async finish(leader?: FakeNode): Promise<void> {
    const followers = this.nodes.filter((node) => node !== leader);
    const shown = () => JSON.stringify([this.journal.length, followers.map((node) => [node.sequence, node.outcomes])]);
    for (let idle = 0; idle < 3; idle++) {
      const before = shown();
      for (const node of followers) {
        this.turn(node);
        this.connect(node);
        while (node.link.frames.length > 0) await this.arrive(node);
        for (let count = 0; count < this.#submitted; count++) await this.commit();
      }
      for (const node of followers) {
        while (node.sequence < this.journal.length) await this.follow(node);
        while (node.link.answers.length > 0) await this.answer(node);
      }
      if (shown() !== before) idle = -1;
    }
  }
}

export async function settled(): Promise<void> {
  for (let count = 0; count < 4; count++) await Promise.resolve();
}

import fc from 'fast-check';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import type { FollowerDeps } from '../../src/history/follower.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { randomFlow } from '../exchange/random-flow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Every third by a user. */
export function commands(length: number, seed: number): JournaledCommand[] {
  const [flow] = fc.sample(randomFlow(length), { numRuns: 1, seed });
  // The first half by the first rules, by which a notice is an event for each of its recipients.
  const half = Math.floor(flow!.length / 2);
  return flow!.toSpliced(half, 0, { type: 'rules', version: RULES }).map((one, index) => {
    const caller = index % 3 === 0 ? { user: { userId: `U${index % 2}`, clientId: 'a' } } : {};
    return { ...one, ...caller, time: 1_800_000_000_000_000 + index } as JournaledCommand;
  });
}

/** The live venue's part: a journal in small segments, and the events that the history must come to hold. */
export class Venue {
  readonly folder = temporaryFolder();
  readonly state = new VenueState(0);
  readonly events: ExchangeEvent[] = [];
  readonly #journal = new JournalWriter(
    files,
    this.folder,
    8192,
    readJournal(files, this.folder, journalStart(0), () => {}),
  );

  constructor() {
    this.state.sink = (event) => this.events.push(event);
  }

  /** Of the last command. */
  get sequence(): number {
    return this.#journal.sequence;
  }

  async take(group: readonly JournaledCommand[]): Promise<number> {
    await this.#journal.append(group.map(encodeCommand));
    for (const command of group) this.state.apply(command);
    return this.#journal.sequence;
  }

  async takeAll(all: readonly JournaledCommand[], groupSize = 9): Promise<number> {
    for (let at = 0; at < all.length; at += groupSize) await this.take(all.slice(at, at + groupSize));
    return this.#journal.sequence;
  }
}

export function options(venue: Venue, store: Pick<HistoryStore, 'position' | 'apply'>): FollowerDeps {
  return {
    files,
    folder: venue.folder,
    shard: 0,
    projection: store,
    snapshotCommands: 100,
    archiveFolder: null,
    onProjected: () => {},
    onNote: (message) => {
      throw new Error(message);
    },
  };
}

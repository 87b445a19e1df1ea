import { describe, expect, test } from 'vitest';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { SearchPace } from '../../src/exchange/sequencer/search-pace.ts';
import { WaitingCommands } from '../../src/exchange/sequencer/waiting-commands.ts';
import { order, security } from './venue.ts';

const GROUP = 512;

/** Commands that wait, and how often a field of one of them was read. */
class Counted {
  readonly waiting = new WaitingCommands(new VenueState(0));
  reads = 0;

  add(command: UntimedCommand): void {
    const counted = new Proxy(command, {
      get: (of, field) => {
        this.reads++;
        return Reflect.get(of, field);
      },
    });
    this.waiting.add({ command: counted, resolve: () => {}, reject: () => {} });
  }

  take(): UntimedCommand[] {
    return this.waiting.take(new SearchPace(), 2).commands.map(({ command }) => command);
  }
}

const idsOf = (commands: readonly UntimedCommand[]) =>
  commands.map((command) => (command.type === 'enter' ? command.ticket.clientId : command.type));

describe('the commands of the next group', () => {
  test('are found by looking at few, however many wait and of however many clients', () => {
    const venue = new Counted();
    for (let i = 0; i < 20_000; i++) venue.add(order({ clientId: i % 2 === 0 ? 'a' : `c${i}` }));
    // Each is counted once with those of its client.
    expect(venue.take()).toHaveLength(GROUP);
    for (let taken = GROUP; taken < 20_000; ) {
      venue.reads = 0;
      const { length } = venue.take();
      taken += length;
      expect(length).toBeGreaterThan(0);
      // Of each command of the group at least its client; of all that wait it would be more.
      expect(venue.reads).toBeGreaterThanOrEqual(length);
      expect(venue.reads).toBeLessThan(20 * GROUP);
    }
    expect(venue.waiting.size).toBe(0);
  });

  test('keep the order in which they came, those of one client always', () => {
    const venue = new Counted();
    for (let i = 0; i < 3000; i++) venue.add(order({ clientId: `c${i % 7}`, quantity: i + 1 }));
    const last = new Map<string, number>();
    while (venue.waiting.size > 0) {
      let before = 0;
      for (const command of venue.take()) {
        if (command.type !== 'enter') throw new Error('an order was expected');
        const { quantity, ticket } = command;
        expect(quantity).toBeGreaterThan(Math.max(before, last.get(ticket.clientId) ?? 0));
        last.set(ticket.clientId, quantity);
        before = quantity;
      }
    }
    expect(last.size).toBe(7);
  });

  test('are of every client in turn, where there are more clients than commands in a group', () => {
    const venue = new Counted();
    for (let i = 0; i < 2000; i++) venue.add(order({ clientId: `c${i % 1000}` }));
    const seen = new Set<string>();
    for (let i = 0; i < 2; i++) for (const id of idsOf(venue.take())) seen.add(id);
    expect(seen.size).toBe(1000);
  });

  test('end with a change of hours, and the commands after it are taken next', () => {
    for (const before of [1, 600]) {
      const venue = new Counted();
      for (let i = 0; i < before; i++) venue.add(order({ clientId: `c${i}` }));
      for (let i = 0; i < 2; i++) venue.add(security());
      for (let i = 0; i < 700; i++) venue.add(order({ clientId: 'later' }));
      const groups: string[][] = [];
      while (venue.waiting.size > 0) groups.push(idsOf(venue.take()));
      const all = groups.flat();
      const at = groups.findLastIndex((group) => group.includes('security'));
      expect(groups.slice(0, at + 1).flat()).not.toContain('later');
      expect(all).toHaveLength(before + 2 + 700);
    }
  });
});

import { expect } from 'vitest';
import type { UnitsCommand } from '../../src/exchange/api/issue-commands.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { linesOf } from '../../src/exchange/storage/snapshot-lines.ts';

interface Walk {
  readonly state: VenueState;
  take(command: UnitsCommand): Outcome;
}

/** A command that came before comes again: it has the outcome of the first time, and changes nothing. */
export function comesAgain(
  walk: Walk,
  sent: { readonly command: UnitsCommand; readonly ok: boolean } | undefined,
): void {
  if (sent === undefined) return;
  const lines = () => JSON.stringify([...linesOf(walk.state)]);
  const before = lines();
  const { revision } = walk.state.register.issues.of(sent.command.tradeId)!;
  expect(walk.take(sent.command).ok).toBe(sent.command.revision < revision || sent.ok);
  expect(lines()).toBe(before);
}

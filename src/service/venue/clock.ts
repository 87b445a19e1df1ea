import { systemTimers } from '../../time/timers.ts';
import type { Outbox } from '../../webhooks/index.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { OpenedVenue } from './venue.ts';
import { VenueClock } from './venue-clock.ts';

/** Undefined where the clock cannot be moved. It goes on once all jobs have begun. */
export function openClock(
  { time, log }: PartContext,
  { exchange, historyReached }: Pick<OpenedVenue, 'exchange' | 'historyReached'>,
  outbox: Outbox,
): VenueClock | undefined {
  if (time === undefined) return undefined;
  return new VenueClock({ time, exchange, outbox, historyReached, timers: systemTimers, log });
}

/** To be called after every other job was added: on the way of the clock none is missing. */
export function startClock({ leaderTasks, shutdown }: PartContext, clock: VenueClock | undefined): void {
  if (clock === undefined) return;
  leaderTasks.addBackground(shutdown, (shutdown) => {
    clock.start();
    shutdown.add('clock', () => clock.end());
  });
}

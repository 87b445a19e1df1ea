/** When a time of day in a time zone comes next, milliseconds. */
export function nextTime(
  { time, timeZone }: { readonly time: string; readonly timeZone: string },
  now: number,
): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = here.withPlainTime(time);
  const next = today.epochMilliseconds > now ? today : here.add({ days: 1 }).withPlainTime(time);
  return next.epochMilliseconds;
}

/** Runs something each day at a time, until it is stopped. */
export class Daily {
  readonly #run: () => void;
  readonly #next: (now: number) => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(at: { readonly time: string; readonly timeZone: string }, run: () => void) {
    this.#run = run;
    this.#next = (now) => nextTime(at, now);
    this.#wait(this.#next(Date.now()));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(at: number): void {
    this.#timer = setTimeout(
      () => {
        // A timer may be early by a millisecond or two.
        if (Date.now() < at) return this.#wait(at);
        this.#run();
        return this.#wait(this.#next(Date.now()));
      },
      Math.max(0, at - Date.now()),
    );
  }
}

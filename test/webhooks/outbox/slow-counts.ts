/** A start of the outbox that takes its time to count the rows of earlier runs. */

export interface Restart {
  readonly isCrash: boolean;
  /** It has not read its rows yet. */
  readonly isBusy?: boolean;
  /** The rows of earlier runs are counted once it resolves. */
  readonly counts?: Promise<void>;
  /** Their number is known once it resolves. */
  readonly counted?: Promise<void>;
}

/** A database in which the counts of groups wait, before they are asked for or before they are answered. */
export function countedSlowly<T extends object>(
  of: T,
  counts?: Promise<void>,
  counted?: Promise<void>,
  isCount = false,
): T {
  const wait = async (execute: () => Promise<unknown>) => {
    await counts;
    const rows = await execute();
    await counted;
    return rows;
  };
  return new Proxy(of, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (isCount && name === 'execute') return () => wait(value.bind(target));
      const isBuilder = ['selectFrom', 'select', 'where', 'groupBy'].includes(String(name));
      if (!isBuilder) return value.bind(target);
      return (...args: unknown[]) =>
        countedSlowly(Reflect.apply(value, target, args), counts, counted, isCount || name === 'groupBy');
    },
  });
}

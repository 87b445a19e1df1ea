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

/**
 * A database whose transactions, such as that which counts rows, wait before they begin or before they are answered.
 */
export function countedSlowly<T extends { transaction(): unknown }>(
  of: T,
  counts?: Promise<void>,
  counted?: Promise<void>,
): T {
  const transaction = () => ({
    execute: async (work: unknown) => {
      await counts;
      const rows = await (of.transaction() as { execute(of: unknown): Promise<unknown> }).execute(work);
      await counted;
      return rows;
    },
  });
  return new Proxy(of, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * What a test opened is closed behind it, the newest first. Helpers say here what that is; hooks of their own would be
 * those of the first file that loads them, as all files of a worker share its modules.
 */
const closing: (() => unknown)[] = [];

/** Called behind the test that is running. */
export function closeBehindTest(close: () => unknown): void {
  closing.push(close);
}

/** For test/support/cleanup-hook.ts alone. */
export async function closeAll(): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closing.splice(0).reverse()) {
    try {
      await close();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'something did not close behind its test');
}

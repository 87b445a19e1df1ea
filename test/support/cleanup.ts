/**
 * Closes everything that a test opened after it, the newest first. Helpers register it here; their own hooks would be
 * those of the first file that loads them, as all files of a worker share its modules.
 */
const closing: (() => unknown)[] = [];

/** Called after the test that is running. */
export function closeAfterTest(close: () => unknown): void {
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
  if (faults.length > 0) throw new AggregateError(faults, 'something did not close after its test');
}

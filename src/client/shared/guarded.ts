/** A listener that throws must not keep the message from the others or the book: its error goes to the platform. */
export function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** A listener that throws must not keep the others, or the book, from what came: its error goes to the platform. */
export function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

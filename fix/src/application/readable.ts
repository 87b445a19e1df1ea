import { NoAnswer } from '../client.ts';

/** Asks until the venue answers. Undefined where the key may not read it, or the application is closed. */
export async function readable<T>(
  read: () => Promise<T>,
  { isClosed }: { readonly isClosed: () => boolean },
): Promise<T | undefined> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof NoAnswer) || isClosed()) return undefined;
    }
  }
}

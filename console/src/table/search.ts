/** A search of a list that is not here whole: the venue is asked, by each column that it can filter by. */
import { useEffect, useState } from 'preact/hooks';
import { type Fields, failureOf, RETRY_MS } from '../data/index.ts';
import type { Column } from './column.ts';

/** A moment after the last key. */
const ASK_AFTER_MS = 250;
const VALUES_MAX = 50;
const NONE: readonly never[] = [];

/** Rows that have the text, of all that the venue has; `read` takes a filter. None while `text` is empty. */
export function useSearch<T>(
  columns: readonly Column<T>[],
  text: string,
  read: (filter: Fields) => Promise<readonly T[]>,
  keys: readonly unknown[],
): readonly T[] {
  const [found, setFound] = useState<readonly T[]>(NONE);
  useEffect(() => {
    setFound(NONE);
    if (text === '') return undefined;
    let isOver = false;
    const ask = async () => {
      const filters = await Promise.all(columns.map((column) => filterBy(column, text)));
      // A text may be no value of a field: then the venue refuses that filter.
      const reads = await Promise.allSettled(filters.filter((one) => one !== undefined).map(read));
      if (isOver) return;
      setFound(reads.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
      for (const one of reads) if (one.status === 'rejected') askAgain(one.reason);
    };
    const askAfter = (wait: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask().catch(askAgain), wait);
    };
    const askAgain = (error: unknown) => {
      if (!isOver && failureOf(error) !== 'refused') askAfter(RETRY_MS);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    askAfter(ASK_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, ...keys]);
  return found;
}

/** Records by their names, choices by their words, and other texts, such as ids, by the whole of them. */
async function filterBy<T>(
  { field, kind = 'text', isInside = false, find, choices = [], sends = {} }: Column<T>,
  text: string,
): Promise<Fields | undefined> {
  if (field === undefined) return undefined;
  if (kind === 'text') return { [field]: isInside ? { has: text } : text };
  const part = text.toLowerCase();
  const values =
    kind === 'choice'
      ? choices.filter((choice) => choice.toLowerCase().includes(part)).map((choice) => sends[choice] ?? choice)
      : kind === 'record' && find !== undefined
        ? (await find(text)).map(({ id }) => id)
        : [];
  return values.length === 0 ? undefined : { [field]: values.slice(0, VALUES_MAX) };
}

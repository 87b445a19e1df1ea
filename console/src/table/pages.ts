/**
 * Rows that the venue lists in pages: the next page is read when the last row comes into sight. A page may be empty and
 * not the last. What the venue did not answer is read again until it does.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureOf, messageOf, RETRY_MS } from '../data/index.ts';

export interface Page<T> {
  readonly rows: readonly T[];
  /** Where the next page begins; undefined: this was the last. */
  readonly next: string | undefined;
  /** Of all pages, where the venue counts them. */
  readonly total?: number;
  /** Of all pages, said by the first: what they sum up to. */
  readonly sumsText?: string;
}

export interface Pages<T> {
  readonly rows: readonly T[] | undefined;
  readonly total: number | undefined;
  readonly sumsText: string | undefined;
  readonly failure: string | undefined;
  /** Reads the next page; undefined: all is here. */
  readonly more: (() => void) | undefined;
  /** Reads again what is shown. */
  readonly again: () => void;
}

interface Held<T> {
  readonly rows: readonly T[] | undefined;
  readonly next: string | undefined;
  readonly total: number | undefined;
  readonly sumsText: string | undefined;
  readonly failure: string | undefined;
}

const NOTHING = { rows: undefined, next: undefined, total: undefined, sumsText: undefined, failure: undefined };

/** Reading again ends after these rows: further ones are read when they come into sight. */
const AGAIN_MAX = 500;

/** From the first page on when `keys` change. `read` takes where the page begins; undefined: the first. */
export function usePages<T>(
  read: (from: string | undefined) => Promise<Page<T>>,
  keys: readonly unknown[],
  everyMs = 0,
): Pages<T> {
  const [held, hold] = useState<Held<T>>(NOTHING);
  const latest = useRef(held);
  latest.current = held;
  const isReading = useRef(false);
  const reader = useRef(read);
  reader.current = read;
  const round = useRef(0);
  const retry = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const load = async (from: string | undefined, before: readonly T[], least: number) => {
    const mine = round.current;
    isReading.current = true;
    try {
      let rows = before;
      let page: Page<T>;
      let start = from;
      let sumsText = from === undefined ? undefined : latest.current.sumsText;
      do {
        page = await reader.current(start);
        sumsText = page.sumsText ?? sumsText;
        rows = [...rows, ...page.rows];
        start = page.next;
      } while (page.next !== undefined && rows.length < least);
      if (mine === round.current) hold({ rows, next: page.next, total: page.total, sumsText, failure: undefined });
    } catch (error) {
      if (mine === round.current) {
        hold({ ...latest.current, failure: messageOf(error) });
        if (failureOf(error) !== 'refused') retry.current = setTimeout(again, RETRY_MS);
      }
    }
    if (mine === round.current) isReading.current = false;
  };
  const again = () => {
    clearTimeout(retry.current);
    round.current++;
    void load(undefined, [], Math.min(AGAIN_MAX, latest.current.rows?.length || 1));
  };
  useEffect(() => {
    hold(NOTHING);
    round.current++;
    void load(undefined, [], 1);
    const timer = everyMs > 0 ? setInterval(() => document.hidden || again(), everyMs) : undefined;
    return () => {
      round.current++;
      clearTimeout(retry.current);
      clearInterval(timer);
    };
  }, keys);
  const { rows, next, total, sumsText, failure } = held;
  const more =
    next === undefined ? undefined : () => isReading.current || void load(next, rows ?? [], (rows?.length ?? 0) + 1);
  return { rows, total, sumsText, failure, more, again };
}

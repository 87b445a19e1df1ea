/** The rows of a long list that are in sight: only they are drawn. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface ScrollWindow {
  /** The element that scrolls. */
  readonly place: { current: HTMLDivElement | null };
  /** The first row that is drawn, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Pixels between the edges of the table. */
  readonly width: number;
  /** Of a row, in pixels. */
  readonly rowHeight: number;
  /** Scrolls until the row is in sight. */
  readonly show: (row: number) => void;
}

/** Rows above and below those in sight. */
const AROUND = 8;
/** The head covers this much of the top. */
const HEAD = 36;

/** The height of a row depends on the width of the table: a narrow one may have rows of two lines. */
export function useScrollWindow(count: number, rowHeightAt: (width: number) => number): ScrollWindow {
  const place = useRef<HTMLDivElement>(null);
  const [seen, see] = useState({ top: 0, height: 800, width: 1000 });
  const rowHeight = rowHeightAt(seen.width);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const measure = () => {
      const { scrollTop, clientHeight, clientWidth } = current;
      // In steps of some rows: scrolling by one draws nothing.
      const top = Math.floor(scrollTop / (rowHeight * (AROUND / 2))) * rowHeight * (AROUND / 2);
      see((before) =>
        before.top === top && before.height === clientHeight && before.width === clientWidth
          ? before
          : { top, height: clientHeight, width: clientWidth },
      );
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, [rowHeight, count === 0]);
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - AROUND);
  const end = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + AROUND + AROUND / 2);
  const show = (row: number) => {
    const { current } = place;
    if (current === null) return;
    const top = row * rowHeight;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + rowHeight + HEAD > current.scrollTop + current.clientHeight)
      current.scrollTop = top + rowHeight + HEAD - current.clientHeight;
  };
  return { place, first: Math.min(first, Math.max(0, count - 1)), end, width: seen.width, rowHeight, show };
}

/** Calls `more` when the last rows are drawn. */
export function useMore(end: number, count: number, more: (() => void) | undefined): void {
  useEffect(() => {
    if (more !== undefined && end >= count) more();
  }, [end, count, more === undefined]);
}

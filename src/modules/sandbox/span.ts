import { type Kind, Malformed, mapKind, text } from '../../http/parameters/index.ts';
import { DAY_US, HOUR_US, MINUTE_US, type Microseconds, SECOND_US } from '../../time/units.ts';

const YEARS_MAX = 10;
/** The most that a clock is moved by at once. */
export const SPAN_MAX_US: Microseconds = YEARS_MAX * 366 * DAY_US;
export const SPAN_MAX = `${YEARS_MAX} years`;

const UNITS: Readonly<Record<string, Microseconds>> = {
  s: SECOND_US,
  m: MINUTE_US,
  h: HOUR_US,
  d: DAY_US,
  w: 7 * DAY_US,
};

/** 90s, 15m, 36h, 3d or 2w; its value is microseconds. */
export function span(description: string): Kind<Microseconds> {
  const pattern = /^[1-9][0-9]{0,8}[smhdw]$/;
  const kind = text({ description, pattern, patternReason: 'must be a number with s, m, h, d or w, such as 3d' });
  const tooLong = new Malformed(`must be at most ${SPAN_MAX}`);
  return mapKind(kind, (read) => {
    const micros = Number(read.slice(0, -1)) * (UNITS[read.slice(-1)] ?? 0);
    return micros > SPAN_MAX_US ? tooLong : micros;
  });
}

import { formatInstant } from '../../calendar/format-time.ts';
import { type HoldCause, textOf } from './reasons.ts';

/** The text for an order that the venue holds (F9). @param until when the cause lapses by itself, if it does */
export function holdText(cause: HoldCause, until: number | undefined): string {
  const text = `held: ${textOf(cause) ?? cause}`;
  return until === undefined ? text : `${text}, until ${formatInstant(until)}`;
}

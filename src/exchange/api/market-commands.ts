import type { CalendarDay } from '../../calendar/schedule.ts';
import type { SecurityId } from './units.ts';

export interface HaltCommand {
  readonly type: 'halt';
  readonly securityId: SecurityId;
  readonly reason: string;
}
export interface ResumeCommand {
  readonly type: 'resume';
  readonly securityId: SecurityId;
  readonly reason: string;
}
/** Operator's calendar: a date with other hours, closed, or back to the rule (day null). */
export interface CalendarCommand {
  readonly type: 'calendar';
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  readonly day: CalendarDay | null;
}

import type { CalendarDay } from '../../calendar/schedule.ts';

export interface HaltCommand {
  readonly type: 'halt';
  readonly securityId: number;
  readonly reason: string;
}
export interface ResumeCommand {
  readonly type: 'resume';
  readonly securityId: number;
  readonly reason: string;
}
/** Operator's calendar: a date with other hours, closed, or back to the rule (day null). */
export interface CalendarCommand {
  readonly type: 'calendar';
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  readonly day: CalendarDay | null;
}

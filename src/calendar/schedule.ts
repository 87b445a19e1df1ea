/** Hours of a trading day in US Eastern wall-clock time: minutes after midnight, 0 <= start < end <= 1439. */
export interface Hours {
  readonly startMinute: number;
  readonly endMinute: number;
}

/** A day of a schedule: hours, or closed. */
export type DayHours = Hours | 'closed';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours per weekday; a weekday that is absent follows the default schedule. */
export type WeekSchedule = Readonly<Partial<Record<Weekday, DayHours>>>;

/** A dated exception: its name and hours. */
export interface CalendarDay {
  readonly name: string;
  readonly hours: DayHours;
}

import { easternDate } from '../../calendar/eastern-time.ts';

/** Findings of one rule, security, day and pair are one alert. */
export function keyOf(rule: string, securityId: number, time: number, ...who: readonly string[]): string {
  return [rule, securityId, easternDate(time), ...who].join('|');
}

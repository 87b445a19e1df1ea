/** The effect of a request's status on its account (I2). */
import { formatDay, parseDay } from '../../calendar/civil-date.ts';
import { easternDate } from '../../calendar/eastern-time.ts';

export const VERIFIED = 'Verified Accredited';
const NOT_ACCREDITED = 'Not Accredited';
/** The status of an account whose verification has expired: a reviewer must check it again. */
export const PENDING = 'Pending';

export const APPROVED = 'Approved';
export const EXPIRED = 'Expired';

/** The default duration of an approval, in days (I3). */
const VALID_DAYS = 90;

/** The accreditedStatus that a status gives to the account; undefined: the account keeps its own. */
export function accreditedStatusOf(requestStatus: string): string | undefined {
  if (requestStatus === APPROVED) return VERIFIED;
  return requestStatus.toLowerCase() === 'rejected' ? NOT_ACCREDITED : undefined;
}

/** The last date of an approval that is given now, YYYY-MM-DD (US Eastern). */
export function usualLastDate(nowUs: number): string {
  return formatDay(parseDay(easternDate(nowUs)) + VALID_DAYS);
}

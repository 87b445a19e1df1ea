/** What the status of a request does to its account (I2). */
import { formatDay, parseDay } from '../../calendar/civil-date.ts';
import { easternDate } from '../../calendar/eastern-time.ts';

export const VERIFIED = 'Verified Accredited';
export const NOT_ACCREDITED = 'Not Accredited';
/** Of an account whose verification has expired: somebody must look at it anew. */
export const PENDING = 'Pending';

export const APPROVED = 'Approved';
export const EXPIRED = 'Expired';

/** How long an approval lasts of which nothing else is said, in days (I3). */
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

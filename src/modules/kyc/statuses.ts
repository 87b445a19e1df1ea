/** Values of KYC and AML status that the platform itself sets (C62). */
export const PENDING = 'Pending';
export const AUTO_APPROVED = 'Auto Approved';
export const MANUALLY_APPROVED = 'Manually Approved';
export const DISAPPROVED = 'Disapproved';
export const NEEDS_MORE_INFO = 'Needs More Info';
export const NEW_INFO_ADDED = 'New Info Added';
/** A request of the client; a record never has this status. */
export const UPDATED_REVIEW_REQUESTED = 'Updated Review Requested';

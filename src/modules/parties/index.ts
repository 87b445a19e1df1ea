export {
  askForScreening,
  comparedOf,
  isApprovedStatus,
  LIST_CHANGED,
} from './due-screenings.ts';
export { partiesModule } from './parties-module.ts';
export { entityTaxId, personalNumbers } from './person-answers.ts';
export {
  findEntity,
  findParty,
  findPerson,
  holdPerson,
  isParty,
  PERSON,
  type Person,
  type ReviewStatuses,
  setReviewStatuses,
} from './person-records.ts';
export { PARTY_WEBHOOKS } from './person-webhooks.ts';

export { partiesModule } from './parties-module.ts';
export { personalNumbers } from './person-answers.ts';
export { isParty, PERSON, type Person } from './person-kind.ts';
export {
  findEntity,
  findParty,
  findPerson,
  holdPerson,
  type ReviewStatuses,
  setReviewStatuses,
} from './person-records.ts';
export { PARTY_WEBHOOKS } from './person-webhooks.ts';

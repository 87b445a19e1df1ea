export { partiesModule } from './parties-module.ts';
export { ENTITY, kindOf, PARTY, PERSON } from './person-kind.ts';
export {
  findEntity,
  findParty,
  findPerson,
  holdPerson,
  openField,
  type Person,
  setReviewStatuses,
} from './person-records.ts';

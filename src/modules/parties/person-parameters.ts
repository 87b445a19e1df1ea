/** The parameters of the methods of parties and entities. */
import { optional, type Parameter, required, text } from '../../http/parameters/index.ts';
import { creationParameters, updateParameters } from '../shared/record/index.ts';
import { ipAddress } from '../shared/values/index.ts';
import type { PersonKind } from './person-kind.ts';

type PersonParameters = Readonly<Record<string, Parameter<string>>>;

export function personCreation({ fields }: PersonKind): PersonParameters {
  return { ...creationParameters(fields), createdIpAddress: optional(ipAddress()) };
}

/** The id is required; what is not sent keeps its value. */
export function personUpdate(kind: PersonKind): PersonParameters {
  return {
    partyId: partyId(kind),
    ...updateParameters(kind.fields, 'optional'),
    updatedIpAddress: optional(ipAddress()),
  };
}

/** The id of a party or of an entity. */
export function partyId({ letter }: PersonKind) {
  return required(text({ description: `${letter} and 6 to 10 digits`, maxLength: 100 }));
}

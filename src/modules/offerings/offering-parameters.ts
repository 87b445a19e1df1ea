/** The parameters of createOffering and updateOffering (C49). */
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { creationParameters, updateParameters } from '../shared/record/index.ts';
import { ipAddress } from '../shared/values/index.ts';
import { CUSTOM_FIELDS, STANDING_FIELDS, TERM_FIELDS } from './offering-fields.ts';

const escrowAccountNumber = optional(text({ description: 'ignored: set by operations staff only', keepEmpty: true }));

export const offeringCreation = {
  ...creationParameters(TERM_FIELDS),
  ...creationParameters(STANDING_FIELDS),
  createIPAddress: optional(ipAddress()),
  createdIPAddress: optional(ipAddress()),
  escrowAccountNumber,
  ...creationParameters(CUSTOM_FIELDS),
};

export const offeringUpdate = {
  offeringId: required(numericId({ description: 'offering id' })),
  ...updateParameters(TERM_FIELDS, 'optional'),
  ...updateParameters(STANDING_FIELDS, 'optional'),
  escrowAccountNumber,
  ...updateParameters(CUSTOM_FIELDS, 'optional'),
};

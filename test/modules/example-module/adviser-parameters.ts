import { required, text } from '../../../src/http/parameters/index.ts';

export const adviserId = required(text({ description: 'id of the adviser', maxLength: 100 }));

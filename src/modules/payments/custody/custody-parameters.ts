import { required, text } from '../../../http/parameters/index.ts';

export const accountId = required(text({ description: 'A and 6 to 10 digits', maxLength: 100 }));

import { required } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';

export const adviserId = required(text({ description: 'id of the adviser', maxLength: 100 }));

/** The AsyncAPI document and the reference page of the stream. */

export { REQUESTS } from '../requests/index.ts';
export { addStreamDocumentation } from './routes.ts';

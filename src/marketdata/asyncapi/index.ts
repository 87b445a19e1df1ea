/** The AsyncAPI document and the reference page of the stream. */

export { addStreamDocumentation } from './routes.ts';

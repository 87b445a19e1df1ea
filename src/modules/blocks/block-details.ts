export { blockFields as blockDetails } from '../../exchange/api/index.ts';
export { blockDetailsSchema } from '../ats/index.ts';

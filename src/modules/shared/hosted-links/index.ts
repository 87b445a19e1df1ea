/** Links by which somebody without credentials does one thing to one record. */
export {
  claimHostedLink,
  findHostedLink,
  LINK_HOURS,
  type LinkPurpose,
  makeHostedLink,
  refuseHostedLink,
  releaseHostedLink,
  useHostedLink,
} from './hosted-links.ts';

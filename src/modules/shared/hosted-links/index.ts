/** Links by which a person without credentials does one action on one record. */
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

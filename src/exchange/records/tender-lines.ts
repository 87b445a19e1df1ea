/** Tenders and the answers to them, as lines of a snapshot. */
import type { ActionId, SecurityId } from '../api/index.ts';
import type { LineLoaders } from './limits/risk-lines.ts';
import type { Answer, KeptTender, Tenders } from './tenders.ts';

export type TenderLine =
  | readonly ['tender', SecurityId, ActionId, KeptTender]
  | readonly ['tenderAnswer', SecurityId, ActionId, Answer];

export function* tenderLines(tenders: Tenders): Generator<TenderLine> {
  for (const [securityId, actionId, tender] of tenders.entries()) {
    yield ['tender', securityId, actionId, tender.kept];
    for (const answer of tender.answers()) yield ['tenderAnswer', securityId, actionId, answer];
  }
}

/** The inverse. */
export const TENDER_LOADERS: LineLoaders<TenderLine> = {
  tender: ({ tenders }, [, securityId, actionId, kept]) => tenders.made(securityId, actionId).restore(kept),
  tenderAnswer: ({ tenders }, [, securityId, actionId, answer]) => tenders.made(securityId, actionId).add(answer),
};

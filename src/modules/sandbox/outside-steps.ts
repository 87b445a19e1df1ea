/** What banks, card processors and signers do by script (Z8), by the ways on which their reports come otherwise. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ApiError } from '../../http/methods/index.ts';
import { noticeFile } from '../../providers/bank/index.ts';
import {
  achRail,
  type BatchDeps,
  type CardDeps,
  CardPayments,
  cardRail,
  type NoticeOutcomes,
  readIncomingFiles,
} from '../payments/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { found } from '../shared/record/index.ts';
import { toMillionths } from '../shared/values/index.ts';
import { declineSignature } from '../signatures/index.ts';
import type { OutsideStep } from './scripts.ts';

type OutsideDeps = ModuleDeps & BatchDeps & CardDeps & { readonly log: Pick<Logger, 'error'> };

/** Of whom it is, and the id under which a repetition is the same. */
export interface Whose {
  readonly clientId: string;
  readonly scriptId: string;
}

const MILLIONTHS_PER_CENT = 10_000n;

/** Performs a step; doing it again changes nothing. Throws ApiError with what does not allow it. */
export async function performOutside(
  deps: OutsideDeps,
  step: OutsideStep,
  whose: Whose,
): Promise<Readonly<Record<string, unknown>>> {
  if (step.as === 'bank') return sendNotice(deps, step, whose);
  if (step.as === 'card bank') return chargeBack(deps, step.refNum, whose.clientId);
  const { signatureId, reason } = step;
  const status = await declineSignature(deps, { clientId: whose.clientId, id: signatureId }, reason);
  return { signatureId: String(signatureId), status };
}

/** A file of the bank with one notice, read at once. */
async function sendNotice(
  deps: OutsideDeps,
  { refNum, code, corrected }: Extract<OutsideStep, { as: 'bank' }>,
  { clientId, scriptId }: Whose,
): Promise<Readonly<Record<string, unknown>>> {
  const debit = found(achRail.instrument.kind, await achRail.find(deps.db, clientId, refNum));
  if (debit.trace_number === null) {
    throw new ApiError(190, `the debit is ${debit.fund_status}: it has not gone to the bank`);
  }
  const content = noticeFile([
    {
      code,
      corrected,
      trace: debit.trace_number,
      routingNumber: ROUTING,
      cents: toMillionths(debit.amount) / MILLIONTHS_PER_CENT,
      identification: String(refNum),
    },
  ]);
  const fileName = `sandbox-${scriptId}.txt`;
  await mkdir(deps.incoming, { recursive: true, mode: 0o700 });
  const unfinished = join(deps.incoming, `.${fileName}`);
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, join(deps.incoming, fileName));
  const outcomes = new Map<string, string>();
  // Undefined: it was read by a run that a crash cut off.
  const read = (name: string, found: NoticeOutcomes = { 'read before': 1 }) =>
    void outcomes.set(name, Object.keys(found).join(', '));
  const refused = (name: string, reason: string) => void outcomes.set(name, reason);
  const failed = (name: string, error: unknown) => void outcomes.set(name, String(error));
  await readIncomingFiles(deps, { read, refused, failed }, { evenIfNew: true });
  return { refNum: String(refNum), code, outcome: outcomes.get(fileName) ?? 'not read' };
}

/** Of the bank that the notice comes from: the original trace number says which debit it is about. */
const ROUTING = '123456780';

async function chargeBack(deps: OutsideDeps, refNum: number, clientId: string) {
  const move = found(cardRail.instrument.kind, await cardRail.find(deps.db, clientId, refNum));
  if (move.fund_status !== 'Settled') throw new ApiError(224, `the payment is ${move.fund_status}`);
  if (move.payment_key === null) {
    throw new ApiError(190, 'the payment never went to the processor: settlePayment can return it');
  }
  const cents = Number(toMillionths(move.total_amount) / MILLIONTHS_PER_CENT);
  const refund = { paid: { cents, currency: 'usd' }, cents };
  await new CardPayments(deps, deps.log).receive({ key: move.payment_key, refund });
  const after = found(cardRail.instrument.kind, await cardRail.find(deps.db, clientId, refNum));
  return { refNum: String(refNum), status: after.fund_status };
}

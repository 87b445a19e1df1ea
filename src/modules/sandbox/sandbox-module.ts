import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, requiredWhen, text } from '../../http/parameters/index.ts';
import { RETURN_CODES, returnText } from '../../providers/bank/index.ts';
import { type BatchDeps, readIncomingFiles } from '../payments/index.ts';
import { change, keepAnswer } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { textOrNull, textsSchema } from '../shared/values/index.ts';
import { type ClockDeps, clockMethods } from './clock-methods.ts';
import { type FaultDeps, faultMethods } from './fault-methods.ts';
import {
  endDisbursement,
  endRefund,
  movePaymentOfDeposit,
  movePaymentOfTrade,
  OUTCOMES,
  type PaymentReport,
} from './payments.ts';
import { type RecordingDeps, recordingMethods } from './recording-methods.ts';
import { type ScriptDeps, scriptMethods } from './script-methods.ts';
import { type SnapshotDeps, snapshotMethods } from './snapshot-methods.ts';

export type SandboxDeps = ModuleDeps & BatchDeps & ClockDeps & ScriptDeps & FaultDeps & SnapshotDeps & RecordingDeps;

export function sandboxModule(deps: SandboxDeps): Method[] {
  return inGroup('Sandbox', [
    settlePayment(deps),
    readBankFiles(deps),
    ...clockMethods(deps),
    ...scriptMethods(deps),
    ...faultMethods(deps),
    ...snapshotMethods(deps),
    ...recordingMethods(deps),
  ]);
}

function settlePayment(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'settlePayment',
    path: '/v3/sandbox/settlePayment',
    summary: 'Reports the outcome of a payment, in place of the bank, the card processor or the custodian',
    description:
      'An extension, only in the sandbox (A20). tradeId names the live payment of a trade, or its wire; ' +
      'referenceNumber a deposit into custody, requestId a disbursement, refundId a refund. Settled: the money ' +
      'arrives. Returned: it ' +
      'goes back, also after it settled. Failed: it never arrives. A Pending payment is submitted first, unless ' +
      'the batch would void it (224).',
    refusals: [189, 190, 212, 224, 404],
    parameters: {
      tradeId: requiredWhen(
        numericId({ description: 'trade whose payment it is; needed without the other three' }),
        (sent) => ['referenceNumber', 'requestId', 'refundId'].every((name) => sent(name) === undefined),
      ),
      referenceNumber: optional(numericId({ description: 'referenceNumber of a deposit, in place of tradeId' })),
      requestId: optional(text({ description: 'requestId of a disbursement, in place of tradeId', maxLength: 100 })),
      refundId: optional(numericId({ description: 'number of a refund, in place of tradeId' })),
      outcome: required(choice(OUTCOMES, { description: 'the outcome' })),
      returnCode: optional(
        choice(RETURN_CODES, { description: 'why the bank sends a debit or a deposit back; R01 when absent' }),
      ),
    },
    response: Type.Object({
      payment: Type.Object({
        ...textsSchema('paymentType', 'accountId', 'status').properties,
        tradeId: textOrNull(),
        referenceNumber: textOrNull('null for a wire'),
        errors: textOrNull('why it was returned or failed'),
      }),
    }),
    handler: change(deps, async ({ client: { clientId }, values }, db) => {
      const bankSays = returnText(values.returnCode ?? 'R01');
      const report: PaymentReport = { outcome: values.outcome, bankSays, nowUs: deps.nowUs() };
      const { refundId, requestId, referenceNumber, tradeId } = values;
      const { webhooks, ...payment } =
        refundId !== undefined
          ? await endRefund(db, { clientId, id: refundId }, report)
          : requestId !== undefined
            ? await endDisbursement(db, { clientId, id: requestId }, report)
            : referenceNumber !== undefined
              ? await movePaymentOfDeposit(db, { clientId, id: referenceNumber }, report)
              : await movePaymentOfTrade(db, { clientId, tradeId: tradeId ?? 0 }, report);
      return { fields: { payment }, alsoFires: webhooks };
    }),
  });
}

interface ReadFile {
  readonly fileName: string;
  readonly outcome: 'read' | 'refused' | 'failed';
  readonly notices: Readonly<Record<string, number>> | null;
  readonly reason: string | null;
}

function readBankFiles(deps: ModuleDeps & BatchDeps): Method {
  return defineMethod({
    name: 'readBankFiles',
    path: '/v3/sandbox/readBankFiles',
    summary: 'Reads the files of the bank now, without waiting for the next scheduled read',
    description:
      'An extension, only in the sandbox, for operators (A20). ' +
      'Reads all files at once, and names the outcome of each (A17).',
    operator: true,
    parameters: {},
    response: Type.Object({
      files: Type.Array(
        Type.Object({
          fileName: Type.String(),
          outcome: Type.String({ description: 'read; refused as a whole; failed: retried later' }),
          notices: Type.Union([Type.Record(Type.String(), Type.Integer()), Type.Null()], {
            description: 'the number of its notices by outcome; null when the same content was read before',
          }),
          reason: textOrNull('why it was refused or failed'),
        }),
      ),
    }),
    handler: keepAnswer(deps, async () => {
      const files: ReadFile[] = [];
      const add = (fileName: string, outcome: ReadFile['outcome'], more: Partial<ReadFile>) =>
        void files.push({ fileName, outcome, notices: null, reason: null, ...more });
      await readIncomingFiles(
        deps,
        {
          read: (fileName, notices) => add(fileName, 'read', { notices: notices ?? null }),
          refused: (fileName, reason) => add(fileName, 'refused', { reason }),
          failed: (fileName, error) =>
            add(fileName, 'failed', { reason: (error as NodeJS.ErrnoException).code ?? 'the file could not be read' }),
        },
        { evenIfNew: true },
      );
      return { fields: { files } };
    }),
  });
}

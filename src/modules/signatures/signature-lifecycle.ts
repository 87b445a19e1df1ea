/** The states of a document that was sent to be signed (D9), and the trade's state of its documents (D10). */
import type { Lifecycle, Move } from '../shared/record/index.ts';

export const SIGNATURE_STATES = ['CREATED', 'SIGNED', 'DECLINED', 'VOIDED', 'NOTSIGNED'] as const;

export type SignatureState = (typeof SIGNATURE_STATES)[number];

/** The signer's action on the page, or the provider's report; `other`: an unknown word of the provider. */
export type SignatureTrigger = 'sent' | 'completed' | 'declined' | 'voided' | 'other';

const OUTCOMES: Readonly<Record<SignatureTrigger, SignatureState>> = {
  sent: 'CREATED',
  completed: 'SIGNED',
  declined: 'DECLINED',
  voided: 'VOIDED',
  other: 'NOTSIGNED',
};

const TRIGGERS = Object.keys(OUTCOMES) as SignatureTrigger[];

/** An unsigned document can change to any state; a document that has ended does not change. */
const OPEN: readonly SignatureState[] = ['CREATED', 'NOTSIGNED'];

const moves: Move<SignatureState, SignatureTrigger>[] = TRIGGERS.flatMap((trigger) => {
  const to = OUTCOMES[trigger];
  const again = OPEN.includes(to) ? [] : [{ from: to, trigger, to }];
  return [...OPEN.map((from) => ({ from, trigger, to })), ...again];
});

export const SIGNATURE_LIFECYCLE: Lifecycle<SignatureState, SignatureTrigger> = {
  states: SIGNATURE_STATES,
  refusals: { sent: 190, completed: 190, declined: 190, voided: 190, other: 190 },
  moves,
};

/** The trigger of a provider's word. */
export function triggerOf(word: string): SignatureTrigger {
  return TRIGGERS.find((trigger) => trigger === word) ?? 'other';
}

/** Whether the document is open or signed, so that no new one is needed. */
export function isLive(status: string): boolean {
  return status === 'CREATED' || status === 'SIGNED';
}

/** esignStatus of a trade whose documents, the newest of each template, have these states. */
export function esignStatusOf(states: readonly string[]): SignatureState {
  if (states.length === 0) return 'NOTSIGNED';
  if (states.every((state) => state === 'SIGNED')) return 'SIGNED';
  return (['DECLINED', 'VOIDED', 'NOTSIGNED'] as const).find((state) => states.includes(state)) ?? 'CREATED';
}

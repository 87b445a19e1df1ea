/** The protection of the client's quotes (Y5), and the end of all of them (Y4). */
import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { instantOf, quantityText } from '../../data/index.ts';
import { attempt, Confirm, type Node, TextField, useLoaded, When } from '../../parts/index.ts';

interface Protection {
  readonly fills: number | null;
  readonly shares: string | null;
  readonly seconds: number;
  readonly usedFills: number;
  readonly usedShares: string;
  readonly withdrawnDate: string | null;
}

export function Protection({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { value, again } = useLoaded(() => readProtection(desk), [], 5000);
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async () => {
    await attempt(desk, () => session.api.call('cancelQuotes', {}), 'All your open quotes are cancelled.');
  };
  return (
    <details class="protection">
      <summary>{summaryOf(value?.protection ?? null)}</summary>
      {session.may('setQuoteProtection') ? <ProtectionForm desk={desk} saved={again} /> : null}
      {session.may('cancelQuotes') ? (
        <button type="button" onClick={() => setCancelling(true)}>
          Cancel all quotes …
        </button>
      ) : null}
      {value?.protection?.withdrawnDate ? (
        <p class="hint">
          Quotes were last withdrawn at <When at={instantOf(value.protection.withdrawnDate)} />.
        </p>
      ) : null}
      {isCancelling ? (
        <Confirm
          title="Cancel all quotes"
          yes="Cancel quotes"
          isDanger
          close={() => setCancelling(false)}
          does={cancel}
          text="All open quotes of your client, in all securities. Orders and blocks stay."
        />
      ) : null}
    </details>
  );
}

function summaryOf(protection: Protection | null): string {
  if (protection === null) return 'Quote protection: off';
  const { fills, shares, seconds, usedFills, usedShares } = protection;
  const bounds = [
    ...(fills === null ? [] : [`${usedFills} of ${fills} accepted quotes`]),
    ...(shares === null ? [] : [`${quantityText(usedShares)} of ${quantityText(shares)} shares`]),
  ];
  return `Quote protection: ${bounds.join(', ')} in ${seconds} s`;
}

/** In an object: what was read is null without a protection. */
async function readProtection({ session }: Desk): Promise<{ readonly protection: Protection | null }> {
  const answer = (await session.api.call('getQuoteProtection', {})) as Fields & { quoteProtection: Protection | null };
  return { protection: answer.quoteProtection };
}

function ProtectionForm({ desk, saved }: { readonly desk: Desk; readonly saved: () => void }): Node {
  const [fills, setFills] = useState('');
  const [shares, setShares] = useState('');
  const [seconds, setSeconds] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const sent = Object.entries({ fills, shares, seconds }).filter(([, value]) => value !== '');
    const isOff = sent.length === 0;
    const call = () => desk.session.api.call('setQuoteProtection', Object.fromEntries(sent));
    await attempt(desk, call, isOff ? 'Quote protection is off.' : 'Quote protection is set.');
    saved();
  };
  return (
    <form class="inline" onSubmit={submit}>
      <TextField label="Accepted quotes" id="protection-fills" numeric value={fills} set={setFills} />
      <TextField label="or shares" id="protection-shares" numeric value={shares} set={setShares} />
      <TextField label="in seconds" id="protection-seconds" numeric value={seconds} set={setSeconds} />
      <button type="submit">{fills === '' && shares === '' && seconds === '' ? 'Turn off' : 'Set protection'}</button>
    </form>
  );
}

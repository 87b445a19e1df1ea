import { useState } from 'preact/hooks';
import { type Desk, type Fields, messageOf, quantityText } from '../../data/index.ts';
import { attempt, Confirm, download, FormButton, type FormField, type Node } from '../../parts/index.ts';
import { type Holding, parseRegister, readRegister, registerText, report, sharesOf } from './register.ts';

interface Props {
  readonly desk: Desk;
  readonly securityId: string;
  readonly done: () => void;
}

const FIELDS: readonly FormField[] = [
  { name: 'clientId', label: 'Client', required: true },
  { name: 'accountId', label: 'Account', hint: 'Empty: what the client holds without an account.' },
  {
    ...{ name: 'lots', label: 'Lots', kind: 'long' },
    hint: 'A line for each: 2026-03-02 500. All of the holder; none removes it.',
  },
  { name: 'reason', label: 'Reason', required: true, hint: 'It stays in the changes of the register.' },
];

function lotsOf(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [date = '', quantity = ''] = line.trim().split(/[\s,;]+/);
    return { date, quantity };
  });
}

/** Changes one holder, and takes the register to a file and from one. */
export function Tools({ desk, securityId, done }: Props): Node {
  const { session } = desk;
  const [read, setRead] = useState<readonly Holding[] | undefined>(undefined);
  const may = session.may('setHoldings');
  const send = async ({ clientId, accountId, lots, reason }: Fields) => {
    const holding = { clientId: String(clientId), lots: lotsOf(String(lots ?? '')) };
    const whole = [{ ...holding, accountId: accountId ? String(accountId) : null }];
    const { holders } = await report(desk, securityId, whole, String(reason));
    const words = `The register has what ${accountId ?? clientId} holds.`;
    desk.say('done', holders === undefined ? 'It waits for a second operator.' : words);
    done();
  };
  const choose = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const text = await input.files?.[0]?.text();
    input.value = '';
    try {
      if (text !== undefined) setRead(parseRegister(text));
    } catch (error) {
      desk.say('refused', messageOf(error));
    }
  };
  const take = async (holdings: readonly Holding[], reason: string) => {
    const words = `${quantityText(holdings.length)} holders are reported, or wait for a second operator.`;
    await attempt(desk, () => report(desk, securityId, holdings, reason), words);
    done();
  };
  return (
    <>
      {may ? (
        <>
          <FormButton
            desk={desk}
            words="Change a holder"
            name={`holder-${securityId}`}
            fields={FIELDS}
            start={{ clientId: '' }}
            yes="Report"
            send={send}
          />
          <label class="button file-button">
            Import CSV …<input type="file" class="unseen" accept=".csv,text/csv" onChange={choose} />
          </label>
        </>
      ) : null}
      <button type="button" onClick={() => save(desk, securityId)}>
        Export lots
      </button>
      {read === undefined ? null : (
        <Confirm
          title="Import the register"
          yes="Import"
          close={() => setRead(undefined)}
          text={importText(read)}
          reason="Reason"
          does={(reason: string) => take(read, reason)}
        />
      )}
    </>
  );
}

function importText(holdings: readonly Holding[]): string {
  const shares = holdings.reduce((sum, holding) => sum + sharesOf(holding), 0);
  const lots = holdings.reduce((sum, holding) => sum + holding.lots.length, 0);
  return (
    `${quantityText(holdings.length)} holders with ${quantityText(shares)} shares in ${quantityText(lots)} lots. ` +
    'What these holders had is replaced; other holders stay.'
  );
}

const EXPORT_MAX = 100_000;

/** All of the register, also what is not shown yet. */
async function save(desk: Desk, securityId: string): Promise<void> {
  const all: Holding[] = [];
  const isRead = await attempt(
    desk,
    async () => {
      for (let after: string | undefined; all.length < EXPORT_MAX; ) {
        const { rows, next } = await readRegister(desk, securityId, after);
        all.push(...rows);
        if (next === undefined) return;
        after = next;
      }
    },
    '',
  );
  if (isRead) download(`register-${securityId}.csv`, new Blob([registerText(all)], { type: 'text/csv;charset=utf-8' }));
}

/** The files of each trading day (E1). */
import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { quantityText } from '../../data/index.ts';
import { Dialog, type Node, Panel, placeholder, Scroll, useLoaded } from '../../parts/index.ts';

interface File {
  readonly name: string;
  readonly bytes?: number;
  readonly rows?: number;
  readonly url: string;
}

/** Links hold for some minutes, and need no key. */
export function Place({ desk }: { readonly desk: Desk }): Node {
  const [date, setDate] = useState('');
  const loaded = useLoaded(
    async () => (await desk.session.api.call('listReports')).reports as { readonly date: string }[],
    [],
    60_000,
  );
  return (
    <div class="panels">
      <Panel title="Trading days" name="reports">
        {placeholder(loaded, 'No trading day has ended yet. The files of a day appear here after its close.') ?? (
          <ul class="plain-list">
            {loaded.value?.map((one) => (
              <li key={one.date}>
                {one.date}{' '}
                <button type="button" aria-label={`Files of ${one.date}`} onClick={() => setDate(one.date)}>
                  Files
                </button>
              </li>
            ))}
          </ul>
        )}
        {date === '' ? null : <Files desk={desk} date={date} close={() => setDate('')} />}
      </Panel>
    </div>
  );
}

interface FilesProps {
  readonly desk: Desk;
  readonly date: string;
  readonly close: () => void;
}

function Files({ desk, date, close }: FilesProps): Node {
  const loaded = useLoaded(async () => {
    const { report } = (await desk.session.api.call('getReport', { date })) as Fields & { report: { files: File[] } };
    return report.files;
  }, []);
  return (
    <Dialog title={`Files of ${date}`} close={close}>
      {placeholder(loaded, 'No files.') ?? (
        <Scroll label="Files">
          <table>
            <tbody>
              {loaded.value?.map(({ name, bytes, rows, url }) => (
                <tr key={name}>
                  <th scope="row">
                    <a href={url} download>
                      {name}
                    </a>
                  </th>
                  <td class="number">{rows === undefined ? '' : `${quantityText(rows)} rows`}</td>
                  <td class="number">{bytes === undefined ? '' : `${quantityText(bytes)} bytes`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Dialog>
  );
}

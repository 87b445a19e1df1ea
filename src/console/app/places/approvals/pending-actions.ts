import type { Desk } from '../../data/index.ts';
import { instantOf } from '../../data/index.ts';
import { attempt, html, type Node, Panel, placeholder, Scroll, useLoaded, When } from '../../parts/index.ts';

interface Action {
  readonly actionId: string;
  readonly method: string;
  readonly askedBy: string;
  readonly expiresDate: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Actions that need two-person approval (C81). */
export function PendingActions({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const loaded = useLoaded(
    async () => (await session.api.call('getPendingActions')).pendingActions as Action[],
    [],
    5000,
  );
  const decide = async (name: 'approveAction' | 'rejectAction', actionId: string, done: string) => {
    await attempt(desk, () => session.api.call(name, { actionId }), done);
    loaded.again();
  };
  const nothing = session.capabilities.fourEyes ? 'No actions to approve.' : 'Two-person approval is off (FOUR_EYES).';
  return html`<${Panel} title="Two-person approval" name="pending-actions">
    ${
      placeholder(loaded, nothing) ??
      html`<${Scroll} label="Waiting actions"><table><thead><tr><th scope="col">Action</th><th scope="col">Values</th>
        <th scope="col">Until</th><th scope="col"><span class="unseen">Decide</span></th></tr></thead>
        <tbody>${loaded.value?.map(
          ({ actionId, method, askedBy, expiresDate, values }) => html`<tr key=${actionId}>
            <th scope="row">${method}<small>asked by ${askedBy}</small></th>
            <td>${Object.entries(values).map(
              ([name, value]) => html`<div key=${name}><small>${name}</small> ${JSON.stringify(value)}</div>`,
            )}</td>
            <td><${When} at=${instantOf(expiresDate)} /></td>
            <td class="actions"><button type="button" aria-label=${`Approve ${method} ${actionId}`}
                onClick=${() => decide('approveAction', actionId, 'Approved.')}>Approve</button>
              <button type="button" aria-label=${`Reject ${method} ${actionId}`}
                onClick=${() => decide('rejectAction', actionId, 'Rejected.')}>Reject</button></td></tr>`,
        )}</tbody></table></${Scroll}>`
    }
  </${Panel}>`;
}

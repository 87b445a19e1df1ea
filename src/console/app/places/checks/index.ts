/** Reviews of identities and of names on the watch list (C66). */
import { useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { instantOf, messageOf } from '../../data/index.ts';
import {
  attempt,
  Confirm,
  Dialog,
  html,
  type Node,
  Panel,
  placeholder,
  Scroll,
  useLoaded,
  When,
} from '../../parts/index.ts';

interface Review {
  readonly requestId: string;
  readonly clientId: string;
  readonly investorId: string;
  readonly kycStatus: string;
  readonly amlStatus: string;
  readonly createdDate: string;
}

interface Decision {
  readonly review: Review;
  readonly type: 'KYC' | 'AML';
  readonly status: string;
}

/** Of getKycAmlResponse. */
const RESPONSE_TYPES = ['Basic', 'Enhanced', 'AML Only'];
const STATUSES = ['Manually Approved', 'Needs More Info', 'Disapproved'] as const;

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const loaded = useLoaded(async () => (await session.api.call('getKycAmlReviews')).reviews as Review[], [], 15_000);
  const [looked, lookAt] = useState<Review | undefined>(undefined);
  const [decision, decide] = useState<Decision | undefined>(undefined);
  const send = async (notes: string) => {
    if (decision === undefined) return;
    const { review, type, status } = decision;
    const fields = { requestId: review.requestId, type, status, notes };
    await attempt(desk, () => session.api.call('reviewKycAml', fields), `${type} of ${review.investorId}: ${status}.`);
    loaded.again();
  };
  return html`<div class="panels"><${Panel} title="Reviews of identities" name="reviews" wide>
    ${
      placeholder(loaded, 'No open reviews. Clients request one with requestKycAml.') ??
      html`<${Scroll} label="Reviews"><table><thead><tr><th scope="col">Investor</th><th scope="col">Identity</th>
        <th scope="col">Watch list</th><th scope="col">Since</th><th scope="col"><span
          class="unseen">Look</span></th></tr></thead>
        <tbody>${loaded.value?.map(
          (review) => html`<tr key=${review.requestId}><th scope="row">${review.investorId}
              <small>${review.clientId}</small></th>
            <td>${review.kycStatus}</td><td>${review.amlStatus}</td>
            <td><${When} at=${instantOf(review.createdDate)} /></td>
            <td class="actions"><button type="button" aria-label=${`Look at ${review.investorId}`}
              onClick=${() => lookAt(review)}>Look</button></td></tr>`,
        )}</tbody></table></${Scroll}>`
    }
    ${
      looked === undefined
        ? null
        : html`<${Look} desk=${desk} review=${looked} close=${() => lookAt(undefined)}
      decide=${decide} />`
    }
    ${
      decision === undefined
        ? null
        : html`<${Confirm} title=${`${decision.type} of ${decision.review.investorId}`} yes=${decision.status}
            text=${`The status becomes ${decision.status}; the client gets a webhook.`} reason="Notes for the client"
            close=${() => decide(undefined)} does=${send} />`
    }
  </${Panel}></div>`;
}

interface LookProps {
  readonly desk: Desk;
  readonly review: Review;
  readonly close: () => void;
  readonly decide: (decision: Decision) => void;
}

function Look({ desk, review, close, decide }: LookProps): Node {
  const { investorId, requestId } = review;
  const may = desk.session.may('reviewKycAml');
  const { value, failure } = useLoaded(() => readResults(desk, investorId), []);
  const choose = (type: Decision['type'], status: string) => {
    close();
    decide({ review, type, status });
  };
  const row = (type: Decision['type']) =>
    html`<p><strong>${type === 'KYC' ? 'Identity' : 'Watch list'}</strong> ${
      type === 'KYC' ? review.kycStatus : review.amlStatus
    }</p>${
      may
        ? html`<div class="buttons">${STATUSES.map(
            (status) => html`<button key=${status} type="button" onClick=${() => choose(type, status)}
      aria-label=${`${type}: ${status}`}>${status} …</button>`,
          )}</div>`
        : null
    }`;
  return html`<${Dialog} title=${`Review ${requestId}: ${investorId}`} close=${close}>
    ${row('KYC')}${row('AML')}
    <h3>What the checks found</h3>
    ${failure === undefined ? null : html`<p>${failure}</p>`}
    ${value === undefined ? null : html`<${Scroll} label="Results"><pre>${value}</pre></${Scroll}>`}
  </${Dialog}>`;
}

/** The provider's response as text, because its fields depend on the provider. */
async function readResults({ session }: Desk, investorId: string): Promise<string> {
  if (!session.may('getKycAmlResponse')) return 'This key may not read the results.';
  const read = async (type: string) => {
    try {
      const { kycamlDetails } = await session.api.call('getKycAmlResponse', { partyId: investorId, type });
      return JSON.stringify(kycamlDetails, null, 2);
    } catch (error) {
      return `${type}: ${messageOf(error)}`;
    }
  };
  return (await Promise.all(RESPONSE_TYPES.map(read))).join('\n\n');
}

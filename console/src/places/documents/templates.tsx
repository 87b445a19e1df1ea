import { type Desk, type Fields, quantityText } from '../../data/index.ts';
import { Empty, FormButton, type Node, RecordView, useLoaded } from '../../parts/index.ts';
import { findOffering, readDocuments } from '../../views/index.ts';

/** In the place of an id: /console/documents/templates. */
export const TEMPLATES_PAGE = 'templates';

interface Template {
  readonly templateId: string;
  readonly name: string;
  readonly pageCount: number;
}

/** The templates of the e-signature account; an offering gets copies of them (D5). */
export function Templates({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { value, failure } = useLoaded(() => readDocuments<Template>(desk, 'fetchSubscriptionDocuments', {}), []);
  const may = session.may('addSubscriptionsforOffering', 'getAllOffers') && !session.capabilities.operator;
  const isEmpty = value === undefined || value.length === 0;
  return (
    <RecordView
      title="Templates"
      facts={[]}
      about="Of the connected e-signature account. An offering gets a copy, from which its documents are made."
    >
      {isEmpty ? (
        <Empty>
          {failure ?? (value === undefined ? 'Reading …' : 'No templates. The operator adds them to the account.')}
        </Empty>
      ) : (
        <ul class="plain-list flush">
          {value.map((template) => (
            <li key={template.templateId}>
              <strong>{template.name}</strong>
              <small>
                {template.templateId}, {pagesText(template.pageCount)}
              </small>
              {may ? <AddTemplate desk={desk} template={template} /> : null}
            </li>
          ))}
        </ul>
      )}
    </RecordView>
  );
}

const pagesText = (count: number): string => (count === 1 ? '1 page' : `${quantityText(count)} pages`);

function AddTemplate({ desk, template }: { readonly desk: Desk; readonly template: Template }): Node {
  const { templateId, name } = template;
  const fields = [
    { name: 'offeringId', label: 'Offering', kind: 'record' as const, find: findOffering(desk), required: true },
    { name: 'file_name', label: 'Name for its investors', required: true },
  ];
  const send = async ({ offeringId, file_name }: Fields) => {
    const sent = { offeringId, file_name: `templatename0=${templateId}--${file_name}` };
    await desk.session.api.call('addSubscriptionsforOffering', sent);
    desk.say('done', `Offering ${offeringId} has the template ${file_name}.`);
  };
  return (
    <FormButton
      desk={desk}
      words="Add to an offering"
      title={`Add ${name} to an offering`}
      name={`template-${templateId}`}
      fields={fields}
      start={{ file_name: name }}
      yes="Add"
      send={send}
    />
  );
}

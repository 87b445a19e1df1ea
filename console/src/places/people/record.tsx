/** A person or a company: what is known of it, its checks, its accounts and its documents. */
import { type Desk, type Fields, instantOf, pathOf } from '../../data/index.ts';
import {
  DialogButton,
  Email,
  Empty,
  type Fact,
  Named,
  type Node,
  RecordView,
  Sealed,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import {
  CheckState,
  CustodySupplement,
  countBelonging,
  LinkedDocuments,
  LinkList,
  type Person,
  PersonChecks,
  PersonForm,
  RecordEnds,
  readPerson,
  StatusHistory,
} from '../../views/index.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value: person, failure, again } = useLoaded(() => readPerson(desk, id), [id], 30_000);
  if (person === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const mayChange = session.may(person.isCompany ? 'updateEntity' : 'updateParty') && !session.capabilities.operator;
  const form = (close: () => void) => (
    <PersonForm desk={desk} isCompany={person.isCompany} person={person} done={again} close={close} />
  );
  const changes = <DialogButton words="Change" title={`Change ${person.name}`} show={form} />;
  return (
    <RecordView
      title={person.name}
      about={`${person.isCompany ? 'Company' : 'Person'} ${id}`}
      state={<CheckState status={person.kycStatus} />}
      actions={
        <>
          {mayChange ? changes : null}
          <a class="button" href={pathOf('onboarding', id)}>
            Onboarding
          </a>
          <RecordEnds
            desk={desk}
            place="people"
            name={person.name}
            of={{ partyId: id }}
            archives="updatePartyEntityArchivestatus"
            isArchived={person.fields.partystatus === 'Archived'}
            deletes={person.isCompany ? 'deleteEntity' : 'deleteParty'}
            saysDeleted="The record is no longer shown, and its links to accounts are deleted. The accounts stay."
            counts={() => countBelonging(desk, [['listLinks', 'account', 'accounts', { relatedEntry: id }]])}
            again={again}
          />
        </>
      }
      facts={factsOf(person)}
    >
      <PersonChecks desk={desk} person={person} again={again} />
      <StatusHistory desk={desk} investorId={id} />
      {session.may('listLinks') ? <LinkList desk={desk} partyId={id} /> : null}
      <LinkedDocuments
        desk={desk}
        method={person.isCompany ? 'getEntityDocument' : 'getPartyDocument'}
        upload={person.isCompany ? 'uploadEntityDocument' : 'uploadPartyDocument'}
        remove={person.isCompany ? 'deleteEntityDocument' : 'deletePartyDocument'}
        fields={{ partyId: id }}
      />
      <CustodySupplement desk={desk} id={id} name={person.name} />
      {person.fields.notes ? (
        <Section title="Notes">
          <p>{person.fields.notes}</p>
        </Section>
      ) : null}
    </RecordView>
  );
}

function addressOf({ primAddress1, primAddress2, primCity, primState, primZip, primCountry }: Fields): string {
  const city = [primCity, primState, primZip].filter(Boolean).join(' ');
  return [primAddress1, primAddress2, city, primCountry].filter(Boolean).join(', ');
}

/** Fields above the level of the key are not in the answer, and so not here. */
function factsOf({ fields }: Person): readonly Fact[] {
  const text = (name: string) => String(fields[name] ?? '');
  const sealed = (name: string) => (text(name) === '' ? '' : <Sealed text={text(name)} />);
  return [
    ['E-mail', text('emailAddress') && <Email address={text('emailAddress')} />],
    ['Phone', text('phone')],
    ['Address', addressOf(fields)],
    ['Domicile', text('domicile')],
    ['Type', text('entityType')],
    ['Formed', text('formationDate')],
    ['Born', sealed('dob')],
    ['Social security number', sealed('socialSecurityNumber')],
    ['Employer id', sealed('ein')],
    ['Occupation', text('occupation')],
    ['Employment', text('empStatus')],
    ['Tags', text('tags')],
    ['Client', text('clientId') && <Named id={text('clientId')} />],
    ['Created', <When at={instantOf(text('createdDate'))} />],
  ];
}

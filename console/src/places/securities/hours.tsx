/** The trading hours of a security (those of the venue where it has no separate ones), and their form. */
import { type Desk, type Fields, type Security, sentence } from '../../data/index.ts';
import { FormButton, type FormField, type Node, useLoaded } from '../../parts/index.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
type Day = (typeof DAYS)[number];
/** `09:30 to 16:00`, or `closed`, in New York time. */
type Hours = Readonly<Record<Day, string>>;

interface Props {
  readonly desk: Desk;
  readonly security: Security;
}

export function HoursOfSecurity({ desk, security }: Props): Node | null {
  const { session } = desk;
  const { securityId } = security;
  const { value, again } = useLoaded(() => readHours(desk, securityId), [securityId]);
  if (value === undefined) return null;
  const may = session.may('createSecurityMarketHours', 'deleteSecurityMarketHours');
  return (
    <>
      <h3 class="within">Hours, New York</h3>
      <dl class="figures">
        {DAYS.map((day) => (
          <div key={day}>
            <dt>{sentence(day)}</dt>
            <dd>{value[day]}</dd>
          </div>
        ))}
      </dl>
      {may ? (
        <p>
          <SetHours desk={desk} security={security} again={again} hours={value} />
        </p>
      ) : null}
    </>
  );
}

async function readHours({ session }: Desk, securityId: string): Promise<Hours> {
  const { securityHoursDetails } = await session.api.call('getSecurityMarketHours', { securityId });
  const details = securityHoursDetails as Readonly<Record<string, string>>;
  return Object.fromEntries(DAYS.map((day) => [day, textOf(details, day)])) as Hours;
}

function textOf(details: Readonly<Record<string, string>>, day: Day): string {
  if (details[`${day}Closed`] === 'Yes') return 'closed';
  const time = (end: string) =>
    ['Hours', 'Mins'].map((part) => (details[`${day}${end}${part}`] ?? '0').padStart(2, '0')).join(':');
  return `${time('Start')} to ${time('Close')}`;
}

const FIELDS: readonly FormField[] = DAYS.map((day) => ({ name: day, label: sentence(day) }));

interface SetProps extends Props {
  readonly hours: Hours;
  readonly again: () => void;
}

function SetHours({ desk, security, hours, again }: SetProps): Node {
  const { securityId, name } = security;
  const { api } = desk.session;
  const send = async (values: Fields) => {
    const days = Object.entries(values).map(([day, text]) => fieldsOf(day, String(text)));
    if (days.length > 0) {
      await api.call('createSecurityMarketHours', { securityId, ...Object.assign({}, ...days) });
    } else {
      await api.call('deleteSecurityMarketHours', { securityId });
    }
    desk.say('done', days.length > 0 ? `The hours of ${name} are set.` : `${name} has the hours of the venue.`);
    again();
  };
  const fields = FIELDS.map((field, index) => ({
    ...field,
    ...(index === 0 ? { hint: '09:30 to 16:00, or closed. Empty: as on this day of the venue.' } : {}),
  }));
  return (
    <FormButton
      desk={desk}
      words="Change hours"
      title={`Hours of ${name}`}
      name={`hours-${securityId}`}
      fields={fields}
      start={hours}
      yes="Set"
      send={send}
    />
  );
}

/** Throws an error that begins with the field. */
function fieldsOf(day: string, text: string): Fields {
  if (text.trim().toLowerCase() === 'closed') return { [`${day}Closed`]: 'Yes' };
  const [, start, end] = /^(\d{2}:\d{2})\s*(?:to|-)\s*(\d{2}:\d{2})$/.exec(text.trim()) ?? [];
  if (start === undefined) throw new Error(`${day} must be "closed" or two times, such as 09:30 to 16:00`);
  return { [`${day}HoursStart`]: start, [`${day}HoursEnd`]: end };
}

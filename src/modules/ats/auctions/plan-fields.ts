/** The plan of auctions of a security (Q7) as it is sent and shown. */
import Type from 'typebox';
import { WEEKDAYS } from '../../../calendar/schedule.ts';
import {
  type AuctionPlan,
  type AuctionsView,
  type AuctionTime,
  type CallTerms,
  callIn,
  type PlannedAuction,
} from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import {
  choice,
  clockTime,
  decimal,
  type Kind,
  list,
  Malformed,
  mapKind,
  objectOf,
  optional,
  required,
  type ValuesOf,
  wholeNumber,
  yesNo,
} from '../../../http/parameters/index.ts';
import { timestamp } from '../../shared/values/index.ts';
import { clockText, yesOrNo } from '../shared/index.ts';

const AUCTIONS_MAX = 10;
const CALL_SECONDS_MAX = 12 * 3600;
const RANDOM_SECONDS_MAX = 3600;
/** Percent. */
const COLLAR_MAX = 1000;
const HUNDREDTHS = 100;

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const minute = clockTime();
const notMoment = new Malformed('must be Open, Close or a time, HH:MM');
const moment: Kind<AuctionTime> = {
  schema: Type.String({
    maxLength: 5,
    description: 'Open, Close, or the time at which the call ends, HH:MM (US Eastern).',
  }),
  keepEmpty: false,
  read: (sent) => {
    if (sent === 'Open' || sent === 'Close') return sent === 'Open' ? 'open' : 'close';
    const read = minute.read(sent);
    return read instanceof Malformed ? notMoment : { minute: read as number };
  },
};

const callFields = {
  callSeconds: required(
    wholeNumber({ minimum: 1, maximum: CALL_SECONDS_MAX, description: 'How long the call lasts.' }),
  ),
  noCancelSeconds: optional(
    wholeNumber({
      minimum: 0,
      maximum: CALL_SECONDS_MAX,
      description: 'At the end of the call: how long orders are binding (Q10). Default 0.',
    }),
  ),
  randomEndSeconds: optional(
    wholeNumber({
      minimum: 0,
      maximum: RANDOM_SECONDS_MAX,
      description: 'The call ends at any moment up to so much later. Default 0.',
    }),
  ),
};

const tooLongBinding = new Malformed('field "noCancelSeconds" must be at most callSeconds');

/** The terms of a call as they are sent. */
type SentTerms = ValuesOf<typeof callFields>;

function isBindingTooLong({ callSeconds, noCancelSeconds = 0 }: SentTerms): boolean {
  return noCancelSeconds > callSeconds;
}

const auction: Kind<PlannedAuction> = mapKind(
  objectOf({
    at: required(moment),
    weekdays: optional(list(choice(WEEKDAY_NAMES), { maxItems: 7, description: 'Default: all.' })),
    datesOfMonth: optional(
      list(wholeNumber({ minimum: 1, maximum: 31 }), { maxItems: 31, description: 'Default: all.' }),
    ),
    ...callFields,
  }),
  ({ at, weekdays, datesOfMonth, ...call }) =>
    isBindingTooLong(call)
      ? tooLongBinding
      : {
          at,
          ...termsOf(call),
          weekdays: weekdays === undefined ? null : weekdays.map((day) => WEEKDAY_NAMES.indexOf(day) + 1),
          datesOfMonth: datesOfMonth ?? null,
        },
);

const afterHalt: Kind<CallTerms> = mapKind(objectOf(callFields), (call) =>
  isBindingTooLong(call) ? tooLongBinding : termsOf(call),
);

function termsOf({ callSeconds, noCancelSeconds = 0, randomEndSeconds = 0 }: SentTerms): CallTerms {
  return { callSeconds, noCancelSeconds, randomEndSeconds };
}

export const planKind: Kind<AuctionPlan> = mapKind(
  objectOf(
    {
      auctions: optional(list(auction, { maxItems: AUCTIONS_MAX })),
      afterHalt: optional(afterHalt),
      continuous: optional(yesNo({ description: 'No: the security trades at auctions only. Default Yes.' })),
      collar: optional(
        decimal({
          places: 2,
          minimum: 0,
          maximum: COLLAR_MAX,
          description: 'How far the price of an auction may be from the reference price, in percent of it (Q12).',
        }),
      ),
    },
    { description: 'The whole plan; without any field the security has no auctions.' },
  ),
  ({ auctions = [], continuous, collar, afterHalt: call }) => ({
    auctions,
    afterHalt: call ?? null,
    continuous: continuous !== 'No',
    collar: collar === undefined ? null : collar.times(HUNDREDTHS).toNumber(),
  }),
  planFields,
);

/** The session of a weekday, in minutes after midnight; null: none. */
type SessionOf = (weekday: (typeof WEEKDAYS)[number]) => { readonly open: number; readonly close: number } | null;

interface Window {
  readonly begins: number;
  readonly ends: number;
}

/** Why the calls of a plan do not fit into the sessions of the week; undefined where they do. */
export function faultOfPlan({ auctions }: AuctionPlan, sessionOf: SessionOf): string | undefined {
  for (const [index, one] of auctions.entries()) {
    const windows = WEEKDAYS.map((weekday) => windowOn(one, weekday, sessionOf));
    if (windows.every((window) => window === null) || one.datesOfMonth?.length === 0)
      return `field "auctions" item ${index} has a call that no session of its weekdays has room for`;
    for (const [other, earlier] of auctions.slice(0, index).entries()) {
      const meet = WEEKDAYS.some((weekday, day) =>
        overlaps(windows[day] ?? null, windowOn(earlier, weekday, sessionOf)),
      );
      if (meet && sharesADate(one, earlier)) return `field "auctions" item ${index} overlaps item ${other}`;
    }
  }
  return undefined;
}

/** In seconds after midnight. */
function windowOn(one: PlannedAuction, weekday: (typeof WEEKDAYS)[number], sessionOf: SessionOf): Window | null {
  const session = sessionOf(weekday);
  const isOn = one.weekdays === null || one.weekdays.includes(WEEKDAYS.indexOf(weekday) + 1);
  if (session === null || !isOn) return null;
  const ofMinute = (minute: number) => minute * 60;
  const close = ofMinute(session.close);
  const span = callIn(one, { open: ofMinute(session.open), close, ofMinute, second: 1 });
  if (span === null || span.ends > close) return null;
  return { begins: span.begins, ends: span.ends + one.randomEndSeconds };
}

function overlaps(one: Window | null, other: Window | null): boolean {
  return one !== null && other !== null && one.begins < other.ends && other.begins < one.ends;
}

function sharesADate({ datesOfMonth: one }: PlannedAuction, { datesOfMonth: other }: PlannedAuction): boolean {
  return one === null || other === null || one.some((date) => other.includes(date));
}

const callSchema = {
  callSeconds: Type.Integer(),
  noCancelSeconds: Type.Integer(),
  randomEndSeconds: Type.Integer(),
};

const planSchema = namedObject('AuctionPlan', {
  auctions: Type.Array(
    namedObject('PlannedAuction', {
      at: Type.String({ description: 'Open, Close or HH:MM (US Eastern).' }),
      weekdays: Type.Optional(Type.Array(Type.Enum([...WEEKDAY_NAMES]))),
      datesOfMonth: Type.Optional(Type.Array(Type.Integer())),
      ...callSchema,
    }),
  ),
  afterHalt: Type.Optional(namedObject('CallAfterHalt', callSchema)),
  continuous: Type.Enum(['Yes', 'No']),
  collar: Type.Optional(Type.String({ description: 'Percent.' })),
});

export const planVersionSchema = {
  version: Type.Integer({ description: 'Counts the changes from 1; 0: none yet.' }),
  updatedDate: Type.Optional(Type.String()),
  plan: planSchema,
};

const NO_PLAN: AuctionPlan = { auctions: [], afterHalt: null, continuous: true, collar: null };

/** In the form of planVersionSchema. */
export function planVersionFields(known: AuctionsView | undefined) {
  if (known === undefined) return { version: 0, plan: planFields(NO_PLAN) };
  const { plan, updatedAt, version } = known;
  return { version, updatedDate: timestamp(updatedAt), plan: planFields(plan ?? NO_PLAN) };
}

/** As it can be sent again. */
function planFields({ auctions, afterHalt: call, collar, continuous }: AuctionPlan) {
  return {
    auctions: auctions.map(({ at, weekdays, datesOfMonth, ...terms }) => ({
      at: momentText(at),
      ...(weekdays === null ? {} : { weekdays: weekdays.map((day) => WEEKDAY_NAMES[day - 1]!) }),
      ...(datesOfMonth === null ? {} : { datesOfMonth: [...datesOfMonth] }),
      ...terms,
    })),
    ...(call === null ? {} : { afterHalt: call }),
    continuous: yesOrNo(continuous),
    ...(collar === null ? {} : { collar: (collar / HUNDREDTHS).toFixed(2) }),
  };
}

function momentText(at: AuctionTime): string {
  if (typeof at === 'string') return at === 'open' ? 'Open' : 'Close';
  return clockText(at.minute);
}

/** What a method answers: success, its refusals by HTTP status, each with an example that is one. */
import {
  type Entrance,
  IGNORED_FIELDS,
  type Method,
  refusesUnknown,
  STATUS,
  type StatusCode,
  scopesNeeded,
  type Verb,
} from '../methods/index.ts';
import type { MethodExample } from './examples.ts';

export const ENVELOPE = {
  type: 'object',
  required: ['statusCode', 'statusDesc'],
  properties: {
    statusCode: { type: 'string', description: '101 is success' },
    statusDesc: { description: 'Ok, or what is wrong' },
  },
};

export const ERROR = {
  type: 'object',
  required: ['statusCode'],
  properties: {
    statusCode: { type: 'string', enum: Object.keys(STATUS).filter((code) => code !== '101') },
    statusDesc: { type: 'string', description: 'What the code means here' },
    'Error(s)': { type: 'string', description: 'What is wrong, naming the field' },
    reasonCode: { type: 'string', description: 'Of a refusal of the venue: which of the list of reasons it is' },
  },
};

/** What every method may answer instead of being reached, by HTTP status. */
const COMMON: Readonly<Record<number, readonly StatusCode[]>> = {
  400: [102, 1400],
  401: [103],
  403: [1403, 110, 111],
  404: [1404, 104],
  405: [105],
  409: [409],
  413: [413],
  415: [415],
  422: [1422, 239],
  429: [429],
  500: [500],
  503: [503],
};

/** The responses that methods share. */
export function errorResponses(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(COMMON).map(([http, codes]) => [`Error${http}`, errorResponse(codes)]));
}

function errorResponse(codes: readonly StatusCode[]): unknown {
  return {
    description: textsOf(codes),
    content: jsonOf(
      refusalSchema(codes),
      refusalExamples(codes, () => undefined),
    ),
  };
}

function textsOf(codes: readonly StatusCode[]): string {
  return codes.map((code) => `${STATUS[code].text} (${code})`).join('; ');
}

/** The responses of a method on one of its verbs. */
export function responsesOf({ method }: Entrance, verb: Verb, example: MethodExample | undefined): object {
  const refused = refusalsOf(method).filter((code) => STATUS[code].http === 200);
  const others = [...new Set(refusalsOf(method).map((code) => STATUS[code].http))].filter((http) => http !== 200);
  const shared = [...new Set([...sharedHttp(method, verb), ...others])].filter((http) => !own(method).has(http));
  return {
    200: success(method, refused, example),
    ...Object.fromEntries(shared.map((http) => [http, { $ref: `#/components/responses/Error${http}` }])),
    ...Object.fromEntries((method.otherAnswers ?? []).map((answer) => [answer.http, otherAnswer(answer)])),
  };
}

/** The codes that the method itself answers, in the order of the catalogue. */
function refusalsOf(method: Method): StatusCode[] {
  const asMethod: readonly StatusCode[] = method.style === 'resource' ? [] : [106, 110, 111];
  const codes = new Set<StatusCode>([
    ...asMethod,
    ...(method.idempotent ? [409 as const] : []),
    ...(method.refusals ?? []),
  ]);
  return [...codes].sort((one, other) => one - other);
}

function sharedHttp(method: Method, verb: Verb): number[] {
  const withBody = verb === 'GET' ? [] : [413, 415];
  return [
    ...(method.style === 'resource' ? [400] : []),
    401,
    ...(scopesNeeded(method).length > 0 ? [403] : []),
    ...withBody,
    429,
    500,
    503,
  ];
}

function own(method: Method): Set<number> {
  return new Set(method.otherAnswers?.map(({ http }) => http));
}

function success(method: Method, refused: readonly StatusCode[], example: MethodExample | undefined): unknown {
  const schema = successSchema(method.response);
  const examples = {
    ...(example?.answer === undefined ? {} : { success: { summary: 'Success', value: example.answer } }),
    ...refusalExamples(refused, (code) => (code === 106 ? missing(method) : undefined)),
  };
  return {
    description: ['Success (101)', textsOf(refused)].filter(Boolean).join('; '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(refusesUnknown(method) ? {} : { [IGNORED_FIELDS]: { $ref: '#/components/headers/IgnoredFields' } }),
    },
    content: jsonOf(refused.length === 0 ? schema : { anyOf: [schema, refusalSchema(refused)] }, examples),
  };
}

function successSchema(response: Method['response']) {
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, response] };
}

function otherAnswer({ statusCode, response, description }: NonNullable<Method['otherAnswers']>[number]): unknown {
  if (response !== undefined)
    return { description: `${description} (101)`, content: jsonOf(successSchema(response), {}) };
  if (statusCode === undefined) return { description };
  return { description: `${description} (${statusCode})`, content: jsonOf(refusalSchema([statusCode]), {}) };
}

function jsonOf(schema: unknown, examples: Readonly<Record<string, unknown>>): unknown {
  return { 'application/json': { schema, ...(Object.keys(examples).length > 0 ? { examples } : {}) } };
}

function refusalSchema(codes: readonly StatusCode[]): unknown {
  return {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { statusCode: { type: 'string', enum: codes.map(String) } } },
    ],
  };
}

function refusalExamples(
  codes: readonly StatusCode[],
  details: (code: StatusCode) => string | undefined,
): Record<string, unknown> {
  return Object.fromEntries(codes.map((code) => [`refused${code}`, refusalExample(code, details(code))]));
}

function refusalExample(code: StatusCode, details: string | undefined): unknown {
  const { text } = STATUS[code];
  const detail = details === undefined ? {} : { 'Error(s)': details };
  return { summary: `${code}: ${text}`, value: { statusCode: String(code), statusDesc: text, ...detail } };
}

/** What the method says of a parameter that it needs. */
function missing(method: Method): string | undefined {
  const name = Object.keys(method.parameters).find((one) => method.parameters[one]?.presence === 'required');
  return name === undefined ? undefined : `<br />${name}&nbsp;&nbsp;: Missing`;
}

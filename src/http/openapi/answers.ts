/** What a method answers: success, its refusals by HTTP status, each with an example that is one. */
import { IGNORED_FIELDS, type Method, refusesUnknown, STATUS, type StatusCode } from '../methods/index.ts';
import type { MethodExample } from './examples.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { typeName } from './type-name.ts';

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

/** What may happen to the call of any method, by ranges of the HTTP status: it is refused, or something fails. */
const ANYWHERE: Readonly<Record<string, readonly StatusCode[]>> = {
  '4XX': [102, 1400, 103, 1403, 110, 111, 104, 105, 409, 413, 415, 429],
  '5XX': [500, 503],
};

/** What methods refuse with another HTTP status than 200, by that status. */
const REFUSED: Readonly<Record<number, readonly StatusCode[]>> = {
  400: [102, 1400],
  404: [1404, 104],
  422: [1422, 239],
};

/** The responses that methods share. */
export function errorResponses(names: NamedSchemas): Record<string, unknown> {
  const shared = [...Object.entries(REFUSED), ...Object.entries(ANYWHERE)];
  return Object.fromEntries(
    shared.map(([http, codes]) => [`Error${http}`, errorResponse(`Error${http}`, codes, names)]),
  );
}

function errorResponse(name: string, codes: readonly StatusCode[], names: NamedSchemas): unknown {
  return {
    description: textsOf(codes),
    content: jsonOf(
      names.sharing(name, refusalSchema(codes)),
      refusalExamples(codes, () => undefined),
    ),
  };
}

function textsOf(codes: readonly StatusCode[]): string {
  return codes.map((code) => `${STATUS[code].text} (${code})`).join('; ');
}

/** The responses of a method on one of its verbs. */
export function responsesOf(method: Method, example: MethodExample | undefined, names: NamedSchemas): object {
  const own = new Set(method.otherAnswers?.map(({ http }) => http));
  const refusals = refusalsOf(method);
  const refused = refusals.filter((code) => STATUS[code].http === 200);
  const others = [...new Set(refusals.map((code) => STATUS[code].http))].filter((http) => http in REFUSED);
  return {
    200: success(method, { refused, example, names }),
    ...Object.fromEntries(
      others.filter((http) => !own.has(http)).map((http) => [http, sharedResponse(`Error${http}`)]),
    ),
    ...Object.fromEntries(
      (method.otherAnswers ?? []).map((answer) => [answer.http, otherAnswer(method, answer, names)]),
    ),
    ...ANYWHERE_RESPONSES,
  };
}

function sharedResponse(name: string): object {
  return { $ref: `#/components/responses/${name}` };
}

/** Of every path. */
export const ANYWHERE_RESPONSES = Object.fromEntries(
  Object.keys(ANYWHERE).map((http) => [http, sharedResponse(`Error${http}`)]),
);

/** The codes that the method itself answers, in the order of the catalogue. */
function refusalsOf(method: Method): StatusCode[] {
  const asMethod: readonly StatusCode[] = method.style === 'resource' ? [] : [106, 110, 111];
  const codes = new Set<StatusCode>([...asMethod, ...(method.refusals ?? [])]);
  return [...codes].sort((one, other) => one - other);
}

interface Success {
  readonly refused: readonly StatusCode[];
  readonly example: MethodExample | undefined;
  readonly names: NamedSchemas;
}

function success(method: Method, { refused, example, names }: Success): unknown {
  const schema = names.sharing(`${typeName(method)}Answer`, successSchema(method.response, names));
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
    content: jsonOf(refused.length === 0 ? schema : { anyOf: [schema, refusal(refused, names)] }, examples),
  };
}

function successSchema(response: Method['response'], names: NamedSchemas) {
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, names.referring(response)] };
}

function otherAnswer(
  method: Method,
  { http, statusCode, response, description }: NonNullable<Method['otherAnswers']>[number],
  names: NamedSchemas,
): unknown {
  if (response !== undefined) {
    const schema = names.sharing(`${typeName(method)}Answer${http}`, successSchema(response, names));
    return { description: `${description} (101)`, content: jsonOf(schema, {}) };
  }
  if (statusCode === undefined) return { description };
  return { description: `${description} (${statusCode})`, content: jsonOf(refusal([statusCode], names), {}) };
}

function jsonOf(schema: unknown, examples: Readonly<Record<string, unknown>>): unknown {
  return { 'application/json': { schema, ...(Object.keys(examples).length > 0 ? { examples } : {}) } };
}

/** Methods that refuse with the same codes share a schema, whose name lists them. */
function refusal(codes: readonly StatusCode[], names: NamedSchemas): unknown {
  return names.sharing(`Refused_${codes.join('_')}`, refusalSchema(codes));
}

function refusalSchema(codes: readonly StatusCode[]): object {
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
  return Object.fromEntries(codes.map((code) => [`refused${code}`, exampleOfRefusal(code, details(code))]));
}

function exampleOfRefusal(code: StatusCode, details: string | undefined): unknown {
  return details === undefined ? { $ref: `#/components/examples/Refused${code}` } : refusalExample(code, details);
}

/** The examples that methods share: the refusal of each code, without details. */
export function refusals(): Record<string, unknown> {
  const codes = (Object.keys(STATUS).map(Number) as StatusCode[]).filter((code) => code !== 101);
  return Object.fromEntries(codes.map((code) => [`Refused${code}`, refusalExample(code, undefined)]));
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

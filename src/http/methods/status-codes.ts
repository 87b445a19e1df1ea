/** The one catalogue of status codes (C4). http is the usual HTTP status of the code. */
export const STATUS = {
  101: { http: 200, text: 'Ok' },
  102: { http: 400, text: 'The request is not valid' },
  103: { http: 401, text: 'The client id or developer key is not valid' },
  104: { http: 404, text: 'There is no such method' },
  105: { http: 405, text: 'The method does not take this HTTP verb' },
  106: { http: 200, text: 'Data or parameter missing or malformed' },
  110: { http: 200, text: 'The key lacks a field permission that this method needs' },
  111: { http: 200, text: 'The key is not authorised for this method' },
  116: { http: 200, text: 'The account already has an external account' },
  135: { http: 200, text: 'The account has no active primary party' },
  136: { http: 200, text: 'The issuer does not exist' },
  138: { http: 200, text: 'The offering does not exist' },
  145: { http: 200, text: 'The identity questions were not answered correctly' },
  148: { http: 200, text: 'Account does not exist/active.' },
  149: { http: 200, text: 'There is no usable external account' },
  150: { http: 200, text: 'A fund move already exists for the trade' },
  162: { http: 200, text: 'The offering and the client or issuer do not match' },
  188: { http: 200, text: 'The trade does not exist' },
  189: { http: 200, text: 'The trade id was not found' },
  190: { http: 200, text: 'The state of the record does not allow this' },
  194: { http: 200, text: 'The trade is not an ACH trade' },
  198: { http: 200, text: 'The party or entity does not exist' },
  200: { http: 200, text: 'The supplement does not exist' },
  207: { http: 200, text: 'The stored routing number is not valid' },
  210: { http: 200, text: 'An ACH request was already sent for the trade' },
  211: { http: 200, text: 'No payment provider is configured' },
  212: { http: 200, text: 'No such fund move record' },
  215: { http: 200, text: 'The routing number is not valid' },
  224: { http: 200, text: 'The fund move is not Pending' },
  234: { http: 200, text: 'The amount is above the maximum of one transaction' },
  239: { http: 422, text: 'A list parameter is out of range' },
  404: { http: 200, text: 'The record was not found' },
  409: { http: 409, text: 'The idempotency key was used with another body' },
  413: { http: 413, text: 'The request body is too large' },
  415: { http: 415, text: 'The content type is not supported' },
  429: { http: 429, text: 'Too many requests' },
  500: { http: 500, text: 'Internal error' },
  503: { http: 503, text: 'The service cannot take this call now; its outcome is unknown' },
  721: { http: 200, text: 'The amount is more than 7 % above the trade total' },
  732: { http: 200, text: 'The amount is not in a valid format' },
  773: { http: 200, text: 'The account is blocked for ACH' },
  999: { http: 200, text: 'This method is deprecated' },
  1400: { http: 400, text: 'The request is malformed' },
  1403: { http: 403, text: 'The scope is not granted' },
  1404: { http: 404, text: 'The resource was not found' },
  1422: { http: 422, text: 'The value is not acceptable' },
} as const satisfies Record<number, { http: number; text: string }>;

export type StatusCode = keyof typeof STATUS;

/** An answer other than success: thrown by a handler, turned into the envelope by the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: StatusCode;
  /** What is wrong, naming the field; sent as `Error(s)`. */
  readonly detail: string | undefined;
  /** Further keys of the body, headers, and another HTTP status or statusDesc than the code's own. */
  readonly options: {
    readonly http?: number;
    /** null: the answer has none. */
    readonly statusDesc?: string | null;
    readonly fields?: Record<string, unknown>;
    readonly headers?: Readonly<Record<string, string>>;
  };

  constructor(statusCode: StatusCode, detail?: string, options: ApiError['options'] = {}) {
    super(detail ?? STATUS[statusCode].text);
    this.statusCode = statusCode;
    this.detail = detail;
    this.options = options;
  }
}
